;;; galleria-text.el --- Colours and rows of galleria's text -*- lexical-binding: t; -*-

;; Author: The Galleria authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: comm

;;; Commentary:

;; A screen's text comes laid out, with ANSI colours.  Here it gets faces, and each of its lines the item of the
;; state that it shows.

;;; Code:

(require 'cl-lib)
(require 'galleria-client)
(require 'subr-x)
(require 'text-property-search)

(defface galleria-strong '((t :inherit bold)) "Names and titles." :group 'galleria)
(defface galleria-muted '((t :inherit shadow)) "What is of less interest." :group 'galleria)
(defface galleria-emphasis '((t :inherit italic)) "Emphasis." :group 'galleria)
(defface galleria-underlined '((t :inherit underline)) "Links." :group 'galleria)
(defface galleria-badge '((t :inverse-video t)) "Badges." :group 'galleria)
(defface galleria-struck '((t :strike-through t)) "Old prices." :group 'galleria)
(defface galleria-failure '((t :inherit error)) "Failures." :group 'galleria)
(defface galleria-price '((t :inherit font-lock-string-face)) "Prices, and what went well." :group 'galleria)
(defface galleria-warning '((t :inherit warning)) "Warnings." :group 'galleria)
(defface galleria-discount '((t :inherit font-lock-keyword-face)) "Reduced prices." :group 'galleria)
(defface galleria-accent '((t :inherit font-lock-constant-face)) "Ids and headings." :group 'galleria)

(defconst galleria--faces
  '((1 . galleria-strong) (2 . galleria-muted) (3 . galleria-emphasis) (4 . galleria-underlined) (7 . galleria-badge)
    (9 . galleria-struck) (31 . galleria-failure) (32 . galleria-price) (33 . galleria-warning)
    (35 . galleria-discount) (36 . galleria-accent))
  "What the numbers of an SGR sequence (ECMA-48) look like here.")

(defun galleria--true (value)
  "Whether VALUE, of JSON, is neither false nor null."
  (and value (not (eq value :json-false))))

(defun galleria--get (object name)
  "The member of OBJECT, a plist, that has the NAME, a string."
  (plist-get object (intern (concat ":" name))))

(defun galleria--faces-of (parameters)
  "The faces for the PARAMETERS of an SGR sequence."
  (delq nil (mapcar (lambda (number) (cdr (assq (string-to-number number) galleria--faces)))
                    (split-string parameters ";" t))))

(defun galleria--decode (text)
  "TEXT without SGR sequences, with faces instead."
  (let ((start 0) (faces nil) (pieces nil))
    (while (string-match "\e\\[\\([0-9;]*\\)m" text start)
      (push (propertize (substring text start (match-beginning 0)) 'face faces) pieces)
      (setq start (match-end 0)
            faces (galleria--faces-of (match-string 1 text))))
    (push (propertize (substring text start) 'face faces) pieces)
    (string-trim-right (apply #'concat (nreverse pieces)) "\n+")))

(defconst galleria--key-names '("sku" "isbn13" "fid" "date" "id")
  "The members that name an item, the most telling first.
The actions' parameters have the same names.")

(defun galleria--long-date (date)
  "DATE, such as 2021-03-10, as Wed, 10 Mar 2021; nil if it is none."
  (when (string-match "\\`\\([0-9]\\{4\\}\\)-\\([0-9][0-9]\\)-\\([0-9][0-9]\\)\\'" date)
    (let* ((year (string-to-number (match-string 1 date)))
           (month (string-to-number (match-string 2 date)))
           (day (string-to-number (match-string 3 date)))
           (weekday (nth 6 (decode-time (encode-time (list 0 0 12 day month year nil nil t)) t))))
      (when (<= 1 month 12)
        (format "%s, %d %s %d"
                (aref ["Sun" "Mon" "Tue" "Wed" "Thu" "Fri" "Sat"] weekday) day
                (aref ["Jan" "Feb" "Mar" "Apr" "May" "Jun" "Jul" "Aug" "Sep" "Oct" "Nov" "Dec"] (1- month)) year)))))

(defun galleria--index (state)
  "The items of the lists in STATE, by the text that begins an item's line.
A hash table for texts of one word, and an alist for those with blanks, the
longest first.  Each value is a cons of the item's key and the item."
  (let ((words (make-hash-table :test #'equal)) (phrases nil))
    (cl-flet ((add (text row)
                (cond ((string-match-p "[ \t]" text) (push (cons text row) phrases))
                      ((not (gethash text words)) (puthash text row words)))))
      (cl-loop
       for list in (cdr state) by #'cddr
       when (vectorp list)
       do (cl-loop
           for item across list
           for name = (and (consp item) (cl-find-if (lambda (name) (galleria--get item name)) galleria--key-names))
           for value = (and name (galleria--get item name))
           for text = (cond ((stringp value) value) ((integerp value) (number-to-string value)))
           when (and text (not (string-empty-p text)))
           do (let ((row (cons (concat name ":" text) item)))
                (add text row)
                (when-let* ((long (and (equal name "date") (galleria--long-date text)))) (add long row))))))
    (list words (sort phrases (lambda (one other) (> (length (car one)) (length (car other))))))))

(defun galleria--row-of (text index)
  "The row of INDEX whose item TEXT begins with, or nil."
  (or (gethash (and (string-match "\\`[^ \t]+" text) (match-string 0 text)) (car index))
      (cdr (cl-find-if (lambda (phrase) (and (string-prefix-p (car phrase) text)
                                             (string-match-p "\\`[ \t]" (substring text (length (car phrase))))))
                       (nth 1 index)))))

(defun galleria--mark-rows (state skipped)
  "Give each line its item of STATE, as the text property `galleria-row'.
The first lines, SKIPPED by number, are not looked at.  The property is a list
of a place, the item and the first line.  The place tells rows of one item
apart.  A list's lines begin with the item's id, in a table's first
column or, in a narrow window, behind a label; the lines below it, up to an
empty one or the next id, belong to it too."
  (let ((index (galleria--index state)) (counts (make-hash-table :test #'equal)) current)
    (goto-char (point-min))
    (forward-line skipped)
    (while (not (eobp))
      (let* ((line (string-trim (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
             (row (or (galleria--row-of line index)
                      (and (string-match "\\`[^ \t:]+:[ \t]+" line)
                           (galleria--row-of (substring line (match-end 0)) index)))))
        (cond ((string-empty-p line) (setq current nil))
              (row (setq current (list (format "%s#%d" (car row) (cl-incf (gethash (car row) counts 0)))
                                       (cdr row) (line-number-at-pos)))))
        (when current
          (put-text-property (line-beginning-position) (min (point-max) (1+ (line-end-position)))
                             'galleria-row current)))
      (forward-line 1))))

(defun galleria--row-here ()
  "The row at point: a place, the item and the first line; nil outside rows."
  (get-text-property (line-beginning-position) 'galleria-row))

(defun galleria--find-place (place)
  "The first position of the row at PLACE, or nil."
  (save-excursion
    (goto-char (point-min))
    (when-let* ((match (text-property-search-forward
                       'galleria-row place (lambda (place row) (equal place (car row))))))
      (prop-match-beginning match))))

(provide 'galleria-text)
;;; galleria-text.el ends here

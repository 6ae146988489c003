;;; galleria-text.el --- Colours and rows of galleria's text -*- lexical-binding: t; -*-

;; Author: The Galleria authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: comm

;;; Commentary:

;; A screen's text comes laid out, with ANSI colours, and with the lines that are a row.  Here it gets faces, and
;; each of those lines its row with the item of the state.

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
A row's key is the first that its item has.  The actions' parameters have the
same names.")

(defun galleria--items (state)
  "The items of the lists in STATE by their keys, in a hash table."
  (let ((items (make-hash-table :test #'equal)))
    (cl-loop
     for list in (cdr state) by #'cddr
     when (vectorp list)
     do (cl-loop
         for item across list
         for name = (and (consp item) (cl-find-if (lambda (name) (galleria--get item name)) galleria--key-names))
         for value = (and name (galleria--get item name))
         for key = (cond ((stringp value) value) ((integerp value) (number-to-string value)))
         when (and key (not (gethash key items))) do (puthash key item items)))
    items))

(defun galleria--mark-rows (told state skipped)
  "Give the lines of the rows that galleria TOLD the text property `galleria-row'.
Galleria counts the lines behind the first ones, SKIPPED by number.  The
property is a list of a place, the item of STATE, the first line, and the route
or nil.  The place tells rows of one item apart, as when a day stands in two
tables."
  (let ((items (galleria--items state)) (counts (make-hash-table :test #'equal)) (line 1))
    (goto-char (point-min))
    (cl-loop
     for row across (or told [])
     for key = (plist-get row :key)
     for first = (+ 1 skipped (plist-get row :line))
     do (forward-line (- first line))
     do (let ((start (point)))
          (forward-line (plist-get row :lines))
          (setq line (+ first (plist-get row :lines)))
          (put-text-property start (point) 'galleria-row
                             (list (format "%s#%d" key (cl-incf (gethash key counts 0)))
                                   (gethash key items) first (plist-get row :route)))))))

(defun galleria--row-here ()
  "The row at point, see `galleria--mark-rows'; nil outside rows."
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

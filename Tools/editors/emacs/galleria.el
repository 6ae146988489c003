;;; galleria.el --- Galleria's screens as buffers -*- lexical-binding: t; -*-

;; Author: The Galleria authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: comm

;;; Commentary:

;; Galleria is a headless storefront: it tells what a screen shows, and the client is the view.  Here each screen is a
;; read-only buffer that follows it.
;;
;; Set-up:
;;
;;     (add-to-list 'load-path "/path/to/galleria/Tools/editors/emacs")
;;     (require 'galleria)
;;
;; `M-x galleria' asks for a screen; `galleria-catalog', `-friends', `-mall', `-shelf', `-forecast' and `-home' open theirs.
;; The first start builds galleria, which takes some minutes; the header line shows what is going on, and Emacs goes on.
;;
;; Keys (`?' shows those that the screen at hand has):
;;
;;     RET  open the row, or the route on the line     a  accept the invitation
;;     r g  load again; open again a closed screen     d  decline it
;;     R    try again what failed                      s  choose a scenario
;;     m    load the next page (so does the last row)  b  add to the bag; C-u 3 b adds three
;;     l    like, or take the like back                e  edit the memo; C-c C-c saves it
;;     /    search, or name the place                  x  any action, by its name
;;     f    filter the rows                            =  lay out anew for this window
;;     n p  next and previous row                      q  close
;;
;; One galleria process serves all screens.  When it ends unexpectedly it is started again and the screens are opened
;; anew; after three times without anything done in between, `r' starts it.  `galleria-stop' and `galleria-restart' end it.
;; The settings are `galleria-command', `galleria-environment', `galleria-load-at-end': M-x customize-group RET galleria.
;;
;; Galleria lays text out for the width that a screen was opened with.  When the window's width changes, an untouched
;; screen is opened anew; one that was searched or has loaded pages stays as it is until `=', which starts it over.

;;; Code:

(require 'galleria-client)
(require 'text-property-search)
(eval-when-compile (require 'pcase))

(defcustom galleria-load-at-end t
  "Whether reaching the last row loads the next page."
  :type 'boolean
  :group 'galleria)

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

;; What galleria last told of this buffer's screen.
(defvar-local galleria--route nil "The screen's address.")
(defvar-local galleria--id nil "The screen's id; nil while galleria does not have it open.")
(defvar-local galleria--revision 0 "The number of the state shown.")
(defvar-local galleria--title nil "What the screen is called.")
(defvar-local galleria--state nil "The state, a plist.")
(defvar-local galleria--text "" "The state as people read it, with colours.")
(defvar-local galleria--actions nil "The names of the actions, each with its description, a plist.")
;; What this side knows.
(defvar-local galleria--banner nil "Lines above the text, or nil.")
(defvar-local galleria--opening nil "The number of the opening under way, or nil.")
(defvar-local galleria--held nil "Whether the old text stays until the screen, opened anew, has loaded.")
(defvar-local galleria--fault nil "What went wrong with the last action, or nil.")
(defvar-local galleria--note nil "What else there is to tell of the last action, or nil.")
(defvar-local galleria--touched nil "Whether opening anew would lose something.")
(defvar-local galleria--stale nil "Whether the text was laid out for another width.")
(defvar-local galleria--width nil "The width the text was laid out for.")
(defvar-local galleria--asked nil "The number of rows for which the next page was asked.")
(defvar-local galleria--landed nil "Whether point was moved to the first row.")
(dolist (variable '(galleria--route galleria--id galleria--actions))
  (put variable 'permanent-local t))

(defvar galleria--openings 0 "Counts the openings of screens.")
(defvar galleria--crashes 0
  "Crashes since the user last did something.
No screen may bring galleria down for ever.")

(defun galleria--true (value)
  "Whether VALUE, of JSON, is neither false nor null."
  (and value (not (eq value :json-false))))

(defun galleria--get (object name)
  "The member of OBJECT, a plist, that has the NAME, a string."
  (plist-get object (intern (concat ":" name))))

(defun galleria--refresh-part (part)
  "The PART, a keyword, of how the loading stands.
Nil for a screen that loads nothing."
  (plist-get (plist-get galleria--state :refresh) part))

(defun galleria--buffers ()
  "All buffers that are screens."
  (cl-remove-if-not (lambda (buffer) (buffer-local-value 'galleria--route buffer)) (buffer-list)))


;;; Text and rows

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

(defun galleria--mark-rows ()
  "Give each line of a list its item, as the text property `galleria-row'.
That is a list of a place, the item and the first line.  The place tells rows of
one item apart.  A list's lines begin with the item's id, in a table's first
column or, in a narrow window, behind a label; the lines below it, up to an
empty one or the next id, belong to it too."
  (let ((index (galleria--index galleria--state)) (counts (make-hash-table :test #'equal)) current)
    (goto-char (point-min))
    (forward-line (length galleria--banner))
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


;;; Painting

(defun galleria--standpoint (position start)
  "What is at POSITION in a window that begins at START.
Place of the row, lines into it, column, lines from the window's top."
  (save-excursion
    (goto-char position)
    (let ((row (galleria--row-here)) (line (line-number-at-pos)))
      (list (car row) (if row (- line (nth 2 row)) line) (current-column)
            (and start (- line (line-number-at-pos start)))))))

(defun galleria--stand (standpoint)
  "Move point to a STANDPOINT."
  (pcase-let ((`(,place ,lines ,column) standpoint))
    (let ((found (and place (galleria--find-place place))))
      (goto-char (or found (point-min)))
      (forward-line (cond (found lines) (place 0) (t (1- lines))))
      (when (and (eobp) (bolp) (not (bobp))) (forward-line -1))
      (move-to-column column))))

(defun galleria--land ()
  "Move point to the first row, once there is one, unless it was moved before."
  (when-let* (((not (or galleria--landed (member (galleria--refresh-part :running) '("header" "footer")))))
             (first (if (get-text-property (point-min) 'galleria-row)
                        (point-min)
                      (next-single-property-change (point-min) 'galleria-row))))
    (setq galleria--landed t)
    (when (<= (line-number-at-pos) (1+ (length galleria--banner)))
      (goto-char first)
      (dolist (window (get-buffer-window-list nil nil t)) (set-window-point window first)))))

(defun galleria--paint ()
  "Show the banner and the text.
The cursor of each window stays on its item, and the item where it was."
  (let* ((inhibit-read-only t)
         (windows (mapcar (lambda (window)
                            (cons window (galleria--standpoint (window-point window) (window-start window))))
                          (get-buffer-window-list nil nil t)))
         (own (galleria--standpoint (point) nil)))
    (erase-buffer)
    (cl-loop for line in galleria--banner
             for face = 'galleria-warning then 'galleria-muted
             do (insert (propertize line 'face face) "\n"))
    (insert (galleria--decode galleria--text) "\n")
    (galleria--mark-rows)
    (set-buffer-modified-p nil)
    (galleria--stand own)
    (dolist (entry windows)
      (save-excursion
        (galleria--stand (cdr entry))
        (set-window-point (car entry) (point))
        (forward-line (- (nth 4 entry)))
        (set-window-start (car entry) (line-beginning-position) t)))
    (galleria--land)
    (force-mode-line-update)))

(defun galleria--key (command)
  "The key that runs COMMAND here, for a sentence."
  (substitute-command-keys (format "\\[%s]" command)))

(defun galleria--progress ()
  "What the screen is doing, and whether that is a failure, as a cons.
Nil when there is nothing to tell."
  (let ((running (galleria--refresh-part :running)))
    (cond
     ((and (not galleria--id) galleria--opening) (list (or (galleria--starting) "opening")))
     ((not galleria--id) (cons (format "closed, %s opens it again" (galleria--key 'galleria-refresh)) t))
     (galleria--fault (cons galleria--fault t))
     ((equal running "header") (list "loading"))
     ((equal running "footer") (list "loading more"))
     ((equal (galleria--refresh-part :ended) "error")
      (cons (format "failed: %s (%s tries again)"
                    (or (galleria--refresh-part :message) "no reason was given") (galleria--key 'galleria-retry))
            t))
     (galleria--note (list galleria--note)))))

(defun galleria--header-line ()
  "The header line: title, count, progress."
  (let* ((items (plist-get galleria--state :items))
         (total (plist-get galleria--state :total))
         (progress (galleria--progress))
         (parts (list (propertize (or galleria--title galleria--route) 'face 'bold)
                      (and (vectorp items) (> (length items) 0)
                           (if total (format "%d of %d" (length items) total) (number-to-string (length items))))
                      (and progress (if (cdr progress) (propertize (car progress) 'face 'error) (car progress)))
                      (and galleria--stale (format "%s fits the window" (galleria--key 'galleria-refit)))
                      (propertize "? keys" 'face 'shadow))))
    (replace-regexp-in-string "%" "%%" (concat " " (string-join (delq nil parts) "  ")) t t)))


;;; The screen at galleria

(defun galleria--take (reading)
  "Take a READING: the answer of screen.open, or a screen.changed."
  (unless (< (plist-get reading :revision) galleria--revision)
    (setq galleria--revision (plist-get reading :revision)
          galleria--state (plist-get reading :state))
    (if (and galleria--held
             (galleria--refresh-part :running)
             (or (equal (galleria--refresh-part :ended) "none") (not (equal (galleria--refresh-part :running) "none"))))
        (force-mode-line-update)
      (setq galleria--held nil galleria--note nil galleria--fault nil
            galleria--text (plist-get reading :text))
      (galleria--paint))))

(defun galleria--explain (fault)
  "The lines that tell FAULT: what happened, what to do, what may be meant."
  (let ((data (plist-get fault :data)))
    (append (list (or (plist-get data :message) (plist-get fault :message) "Something went wrong."))
            (and (plist-get data :hint) (list (plist-get data :hint)))
            (cl-loop for suggestion across (or (plist-get data :suggestions) [])
                     unless (string-search suggestion (or (plist-get data :hint) ""))
                     collect (format "Did you mean %s?" suggestion)))))

(defun galleria--text-width ()
  "The columns of a window that shows this buffer, within what galleria takes."
  (let ((window (or (get-buffer-window nil t) (selected-window))))
    (max 20 (min 1000 (window-max-chars-per-line window)))))

(defun galleria--open ()
  "Open this buffer's screen at galleria, anew if it is open."
  (when galleria--id (galleria-request "screen.close" (list :screen galleria--id)))
  (let ((buffer (current-buffer)) (opening (cl-incf galleria--openings)))
    (setq galleria--held (not (string-empty-p galleria--text))
          galleria--id nil galleria--revision 0 galleria--opening opening
          galleria--stale nil galleria--touched nil galleria--asked nil
          galleria--width (galleria--text-width))
    (force-mode-line-update)
    (galleria-request
     "screen.open" (list :route galleria--route :style "ansi" :width galleria--width)
     (lambda (fault result)
       (if (not (and (buffer-live-p buffer) (eql opening (buffer-local-value 'galleria--opening buffer))))
           (when result (galleria-request "screen.close" (list :screen (plist-get result :screen))))
         (with-current-buffer buffer
           (setq galleria--opening nil)
           (cond
            (result (galleria--opened result))
            ;; What a lost process leaves behind is told by `galleria--lost'.
            ((not (plist-get fault :lost))
             (setq galleria--banner (galleria--explain fault) galleria--held nil)
             (galleria--paint)))))))))

(defun galleria--opened (result)
  "Take the RESULT of screen.open."
  (setq galleria--banner nil
        galleria--id (plist-get result :screen)
        galleria--title (plist-get result :title)
        galleria--actions (mapcar (lambda (action) (cons (plist-get action :name) action))
                                  (plist-get result :actions)))
  (galleria--bind)
  (galleria--take result))

(defun galleria--start-over ()
  "Make point land on the first row of what comes next."
  (goto-char (point-min))
  (dolist (window (get-buffer-window-list nil nil t)) (set-window-point window (point-min)))
  (setq galleria--landed nil galleria--asked nil))

(defun galleria--send (action &optional params done)
  "Send ACTION with PARAMS, a plist, to this buffer's screen.
DONE is called with an error or nil, and the answer."
  (unless galleria--id (user-error "This screen is closed; %s opens it again" (galleria--key 'galleria-refresh)))
  (setq galleria--crashes 0)
  (unless (member action '("refresh" "select")) (setq galleria--touched t))
  (let ((buffer (current-buffer)))
    (galleria-request
     "screen.send" `(:screen ,galleria--id :action ,action ,@(and params (list :params params)))
     (lambda (fault answer)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (setq galleria--fault (and fault (plist-get fault :message))
                 galleria--note (and answer (not (galleria--true (plist-get answer :accepted)))
                                     (not (equal action "loadMore")) (concat action ": not now")))
           (when (and fault (not (plist-get fault :lost))) (message "galleria: %s" galleria--fault))
           (force-mode-line-update)
           (when done (funcall done fault answer))
           (when-let* ((route (plist-get answer :route))) (galleria-open route))))))))

(defun galleria--notified (method params)
  "Take the notification METHOD with PARAMS."
  (when-let* ((id (plist-get params :screen))
              (buffer (cl-find-if (lambda (buffer) (equal id (buffer-local-value 'galleria--id buffer)))
                                  (galleria--buffers))))
    (with-current-buffer buffer
      (pcase method
        ('screen.changed (galleria--take params))
        ('screen.closed
         (setq galleria--id nil
               galleria--banner (list (format "Closed: %s." (plist-get params :reason))
                                      (format "%s opens it again." (galleria--key 'galleria-refresh))))
         (galleria--paint))))))

(defun galleria--lost (why)
  "Tell WHY the process ended, and start it again."
  (let ((again (<= (cl-incf galleria--crashes) 3)))
    (message "%s %s" why (if again "It is started again." "It is not started again by itself."))
    (dolist (buffer (galleria--buffers))
      (with-current-buffer buffer
        (setq galleria--id nil galleria--opening nil
              galleria--banner (list why (format "%s starts it again." (galleria--key 'galleria-refresh))))
        (galleria--paint)
        (when again (galleria--open))))))

(setq galleria--on-notification #'galleria--notified
      galleria--on-lost #'galleria--lost)

(defun galleria--load-at-end ()
  "Load the next page when point is on the last row and there is one.
A failed page waits for the user."
  (when (and galleria-load-at-end galleria--id
             (assoc "loadMore" galleria--actions)
             (galleria--true (plist-get galleria--state :hasMore))
             (equal (galleria--refresh-part :running) "none")
             (equal (galleria--refresh-part :failed) "none"))
    (let ((count (length (plist-get galleria--state :items)))
          (rest (next-single-property-change (line-beginning-position) 'galleria-row)))
      ;; Nothing but the end follows the row, or the lines below the rows.
      (when (and (> count 0) (not (eql galleria--asked count))
                 (> (point) (point-min))
                 (not (and rest (text-property-not-all rest (point-max) 'galleria-row nil)))
                 (or (galleria--row-here)
                     (text-property-not-all (point-min) (point) 'galleria-row nil)))
        (setq galleria--asked count)
        (galleria--send "loadMore" nil
                        (lambda (fault answer)
                          (unless (and (not fault) (galleria--true (plist-get answer :accepted)))
                            (setq galleria--asked nil))))))))

(defun galleria--resized (window)
  "Lay the screen in WINDOW out for its new width, if nothing is lost by that."
  (with-current-buffer (window-buffer window)
    (when galleria--id
      (let ((differs (not (eql (galleria--text-width) galleria--width))))
        (if (and differs (not galleria--touched))
            (galleria--open)
          (setq galleria--stale differs))))))

(defun galleria--forget ()
  "Close this buffer's screen."
  (when (and galleria--id (galleria-running-p))
    (galleria-request "screen.close" (list :screen galleria--id))))


;;; Keys

(defun galleria--parameters (action &optional given)
  "The parameters of ACTION, a plist, from GIVEN and the row at point.
Nil when one is missing."
  (let ((item (nth 1 (galleria--row-here))))
    (catch 'missing
      (cl-loop for name across (plist-get (cdr (assoc action galleria--actions)) :params)
               for key = (intern (concat ":" name))
               for value = (if (plist-member given key) (plist-get given key) (plist-get item key))
               if value append (list key value)
               else do (throw 'missing nil)))))

(defun galleria--send-on-row (action &optional given)
  "Send ACTION with GIVEN and what the row at point has."
  (galleria--send action (or (galleria--parameters action given) (user-error "Move to a row first"))))

(defun galleria--ask-and-send (action prompt)
  "Ask by PROMPT for the first parameter of ACTION, then send it."
  (let* ((name (aref (plist-get (cdr (assoc action galleria--actions)) :params) 0))
         (before (galleria--get galleria--state name))
         (text (read-string prompt (and (stringp before) before))))
    (galleria--start-over)
    (galleria--send action (list (intern (concat ":" name)) text))))

(defun galleria-follow ()
  "Open the row at point, or the route on its line."
  (interactive)
  (let* ((row (galleria--row-here))
         (selected (and galleria--id (assoc "select" galleria--actions) (galleria--parameters "select")))
         (line (buffer-substring-no-properties (line-beginning-position) (line-end-position)))
         (own (plist-get (nth 1 row) :route)))
    (cond (selected (galleria--send "select" selected))
          ((and own (not (equal own galleria--route))) (galleria-open own))
          ((string-match "galleria://[^ \t<>]+" line) (galleria-open (string-trim-right (match-string 0 line) "[?.,;:)]+")))
          (t (user-error "Nothing to open here")))))

(defun galleria-refresh ()
  "Load the screen again; open it again if it is closed."
  (interactive)
  (cond ((not galleria--id) (setq galleria--crashes 0) (galleria--open))
        ((assoc "refresh" galleria--actions) (galleria--send "refresh"))))

(defun galleria-retry ()
  "Try again what failed."
  (interactive)
  (if (and galleria--id (assoc "retry" galleria--actions)) (galleria--send "retry") (galleria-refresh)))

(defun galleria-load-more ()
  "Load the next page."
  (interactive)
  (galleria--send "loadMore"))

(defun galleria-like ()
  "Like the product, or take the like back."
  (interactive)
  (let ((item (or (nth 1 (galleria--row-here)) galleria--state)))
    (galleria--send-on-row "like" (list :liked (if (galleria--true (plist-get item :liked)) :json-false t)))))

(defun galleria-search ()
  "Search, or name the place."
  (interactive)
  (galleria--ask-and-send (if (assoc "search" galleria--actions) "search" "edit") "Search: "))

(defun galleria-filter ()
  "Filter the rows."
  (interactive)
  (galleria--ask-and-send "edit" "Show: "))

(defun galleria-accept ()
  "Accept the invitation at point."
  (interactive)
  (galleria--send-on-row "accept"))

(defun galleria-decline ()
  "Decline the invitation at point."
  (interactive)
  (galleria--send-on-row "decline"))

(defun galleria-use-scenario (scenario)
  "Show a SCENARIO of friends."
  (interactive (list (completing-read "Scenario: " '("noFriends" "friendsOnly" "friendsWithInvitations") nil t)))
  (galleria--start-over)
  (galleria--send "useScenario" (list :scenario scenario)))

(defun galleria-add-to-bag (quantity)
  "Put QUANTITY pieces, one without a prefix argument, into the bag."
  (interactive "p")
  (galleria--send "addToBag" (list :quantity quantity)))

(defun galleria-any-action ()
  "Send any action by its name, asking for what it takes."
  (interactive)
  (let* ((name (completing-read "Action: " galleria--actions nil t))
         (item (nth 1 (galleria--row-here))) params)
    (cl-loop for parameter across (plist-get (cdr (assoc name galleria--actions)) :params)
             for default = (or (galleria--get item parameter) (galleria--get galleria--state parameter))
             for text = (read-string (concat parameter ": ") (and (stringp default) default))
             do (setq params (append params
                                     (list (intern (concat ":" parameter))
                                           (cond ((equal text "true") t)
                                                 ((equal text "false") :json-false)
                                                 ((and (equal parameter "quantity") (string-match-p "\\`[0-9]+\\'" text))
                                                  (string-to-number text))
                                                 (t text))))))
    (galleria--send name params)))

(defun galleria-refit ()
  "Lay the screen out for this window; a search and loaded pages start over."
  (interactive)
  (galleria--open))

(defun galleria-next-row (count)
  "Move to the next row, COUNT times."
  (interactive "p")
  (let ((step (if (< count 0) -1 1)))
    (dotimes (_ (abs count))
      (let ((place (car (galleria--row-here))) (start (point)))
        (while (and (zerop (forward-line step)) (not (eobp))
                    (or (null (galleria--row-here)) (equal place (car (galleria--row-here))))))
        (if (galleria--row-here)
            (goto-char (galleria--find-place (car (galleria--row-here))))
          (goto-char start))))))

(defun galleria-previous-row (count)
  "Move to the previous row, COUNT times."
  (interactive "p")
  (galleria-next-row (- count)))

(defun galleria-close ()
  "Close this screen."
  (interactive)
  (quit-window t))

(defconst galleria--action-keys
  '(("like" "l" galleria-like) ("loadMore" "m" galleria-load-more) ("search" "/" galleria-search)
    ("edit" "/" galleria-search) ("edit" "f" galleria-filter) ("useScenario" "s" galleria-use-scenario) ("accept" "a" galleria-accept)
    ("decline" "d" galleria-decline) ("addToBag" "b" galleria-add-to-bag) ("editMemo" "e" galleria-edit-memo))
  "Keys that exist where the screen has the action.")

(defvar galleria-mode-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key ,command)
                   '(("RET" galleria-follow) ("g" galleria-refresh) ("r" galleria-refresh) ("R" galleria-retry)
                     ("x" galleria-any-action) ("=" galleria-refit) ("n" galleria-next-row)
                     ("p" galleria-previous-row) ("q" galleria-close) ("?" galleria-help)))
      (define-key map (kbd key) command))
    map)
  "The keys that every screen has.")

(defun galleria--bind ()
  "Add the keys that the screen's actions call for."
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map galleria-mode-map)
    (pcase-dolist (`(,action ,key ,command) galleria--action-keys)
      (when (assoc action galleria--actions) (define-key map (kbd key) command)))
    (use-local-map map)))

(defun galleria-help ()
  "Show the keys that this screen has."
  (interactive)
  (let ((title (or galleria--title galleria--route)) (lines nil))
    (map-keymap
     (lambda (event command)
       (when (and (symbolp command) (string-prefix-p "galleria-" (symbol-name command)))
         (push (format "%-5s %s" (key-description (vector event)) (car (split-string (documentation command) "\n")))
               lines)))
     (current-local-map))
    (with-help-window "*galleria keys*"
      (princ (format "%s\n\n%s\n" title (string-join (sort lines #'string-collate-lessp) "\n"))))))

(define-derived-mode galleria-mode special-mode "Galleria"
  "A screen of galleria.
\\{galleria-mode-map}"
  (setq-local truncate-lines t
              header-line-format '(:eval (galleria--header-line))
              revert-buffer-function (lambda (&rest _) (galleria-refresh))
              display-line-numbers nil)
  (buffer-disable-undo)
  (add-hook 'post-command-hook #'galleria--load-at-end nil t)
  (add-hook 'window-size-change-functions #'galleria--resized nil t)
  (add-hook 'kill-buffer-hook #'galleria--forget nil t)
  (when galleria--actions (galleria--bind)))


;;; Memos

(defvar-local galleria--memo-of nil "The buffer of the book whose memo this is.")

(defvar galleria-memo-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'galleria-memo-save)
    (define-key map (kbd "C-c C-k") #'galleria-memo-cancel)
    map)
  "The keys of a memo.")

(define-derived-mode galleria-memo-mode text-mode "Galleria-Memo"
  "A book's memo; \\<galleria-memo-mode-map>\\[galleria-memo-save] saves it."
  (setq header-line-format
        (substitute-command-keys " Memo: \\[galleria-memo-save] saves, \\[galleria-memo-cancel] leaves")))

(defun galleria-edit-memo ()
  "Edit the book's memo in a buffer of its own."
  (interactive)
  (let ((screen (current-buffer)) (text (or (plist-get galleria--state :memo) "")))
    (pop-to-buffer (get-buffer-create (format "*memo of %s*" (or (plist-get galleria--state :title) galleria--route))))
    (galleria-memo-mode)
    (erase-buffer)
    (insert text)
    (set-buffer-modified-p nil)
    (setq galleria--memo-of screen)))

(defun galleria-memo-save ()
  "Save the memo, and leave.  If it can't be saved, its text is in the kill ring."
  (interactive)
  (let ((text (buffer-substring-no-properties (point-min) (point-max))))
    (unless (buffer-live-p galleria--memo-of) (user-error "The book's screen is gone; its text is kept here"))
    (with-current-buffer galleria--memo-of
      (galleria--send "editMemo" (list :text text)
                      (lambda (fault _answer)
                        (when fault
                          (kill-new text)
                          (message "galleria: %s The memo's text is in the kill ring." (plist-get fault :message))))))
    (quit-window t)))

(defun galleria-memo-cancel ()
  "Leave without saving."
  (interactive)
  (set-buffer-modified-p nil)
  (quit-window t))


;;; Commands

(defun galleria-open (route)
  "Show the screen of ROUTE, and return its buffer."
  (let ((buffer (cl-find-if (lambda (buffer) (equal route (buffer-local-value 'galleria--route buffer)))
                            (galleria--buffers))))
    (if buffer
        (progn (pop-to-buffer-same-window buffer)
               (unless (or galleria--id galleria--opening) (galleria--open)))
      (setq buffer (generate-new-buffer (format "*%s*" route)))
      (pop-to-buffer-same-window buffer)
      (galleria-mode)
      (setq galleria--route route galleria--crashes 0)
      (galleria--open))
    (galleria--learn)
    buffer))

(defun galleria--read-route ()
  "Ask for a screen: a name and values for its variables, or a route."
  (galleria--learn)
  (let* ((fixed (cl-remove-if (lambda (template) (string-match-p "{" template)) galleria--templates))
         (name (completing-read "Screen: " (append (galleria--names) fixed) nil nil nil nil "home"))
         (parsed (cl-find name (mapcar #'galleria--parse-template galleria--templates) :key #'car :test #'equal))
         (values (mapcar (lambda (variable) (read-string (concat variable ": "))) (nth 2 parsed)))
         (asked (cl-loop for variable in (nth 3 parsed)
                         for value = (read-string (concat variable " (or nothing): "))
                         until (string-empty-p value) collect value)))
    (galleria--resolve (append (list name) values asked))))

;;;###autoload
(defun galleria (route)
  "Open the screen of ROUTE, or of a name with values, such as \"product\"."
  (interactive (list (galleria--read-route)))
  (galleria-open (galleria--resolve (list route))))

;;;###autoload
(defun galleria-home ()
  "Open the home screen."
  (interactive)
  (galleria-open "galleria://home"))

;;;###autoload
(defun galleria-catalog ()
  "Open the catalogue."
  (interactive)
  (galleria-open "galleria://catalog"))

;;;###autoload
(defun galleria-friends ()
  "Open the friends."
  (interactive)
  (galleria-open "galleria://friends"))

;;;###autoload
(defun galleria-mall ()
  "Open the shopping mall."
  (interactive)
  (galleria-open "galleria://mall"))

;;;###autoload
(defun galleria-shelf ()
  "Open the book shelf."
  (interactive)
  (galleria-open "galleria://shelf"))

;;;###autoload
(defun galleria-forecast (place)
  "Open the forecast of PLACE; of none when it is empty."
  (interactive (list (read-string "Place (or nothing): ")))
  (galleria-open (galleria--resolve (cons "forecast" (and (not (string-empty-p place)) (list place))))))

(defun galleria-stop ()
  "End galleria; the next thing to do starts it again."
  (interactive)
  (galleria--stop)
  (setq galleria--learned nil)
  (dolist (buffer (galleria--buffers))
    (with-current-buffer buffer
      (setq galleria--id nil galleria--opening nil
            galleria--banner (list "galleria was ended." (format "%s starts it again." (galleria--key 'galleria-refresh))))
      (galleria--paint))))

(defun galleria-restart ()
  "Start galleria anew, and open its screens again."
  (interactive)
  (galleria-stop)
  (setq galleria--crashes 0)
  (dolist (buffer (galleria--buffers))
    (with-current-buffer buffer (galleria--open))))

(provide 'galleria)
;;; galleria.el ends here

;;; galleria-screen.el --- A screen of galleria and its buffer -*- lexical-binding: t; -*-

;; Author: The Galleria authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: comm

;;; Commentary:

;; A buffer is a screen: it is opened at galleria, painted when its state changes, sent actions, and opened again
;; after a crash.  The keys and the commands are in galleria.el.

;;; Code:

(require 'galleria-text)
(eval-when-compile (require 'pcase))

(declare-function galleria--bind "galleria")
(declare-function galleria-open "galleria")

(defcustom galleria-load-at-end t
  "Whether reaching the last row loads the next page."
  :type 'boolean
  :group 'galleria)

;; What galleria last told of this buffer's screen.
(defvar-local galleria--route nil "The screen's address.")
(defvar-local galleria--id nil "The screen's id; nil while galleria does not have it open.")
(defvar-local galleria--revision 0 "The number of the state shown.")
(defvar-local galleria--title nil "What the screen is called.")
(defvar-local galleria--state nil "The state, a plist.")
(defvar-local galleria--text "" "The state as people read it, with colours.")
(defvar-local galleria--lines nil "The text's lines as last told, a list.")
(defvar-local galleria--window-count 0 "The number of rows that galleria was asked to tell.")
(defvar-local galleria--rows nil "Which lines of the text are which row, a vector of plists.")
(defvar-local galleria--actions nil "The names of the actions, in order, each with its description, a plist.")
;; What this side knows.
(defvar-local galleria--banner nil "Lines above the text, or nil.")
(defvar-local galleria--opening nil "The number of the opening under way, or nil.")
(defvar-local galleria--held nil "Whether the old text stays until the screen, opened again, has loaded.")
(defvar-local galleria--fault nil "What went wrong with the last action, or nil.")
(defvar-local galleria--note nil "What else there is to tell of the last action, or nil.")
(defvar-local galleria--undo nil "The action that undoes what was done last, a plist, or nil.")
(defvar-local galleria--resizing nil "Whether galleria was asked for another width and has not answered yet.")
(defvar-local galleria--width nil "The width the text was laid out for.")
(defvar-local galleria--typing nil "Whether words to find are being typed.")
(defvar-local galleria--asked nil "The number of rows for which the next page was asked.")
(defvar-local galleria--landed nil "Whether point was moved to the first row.")
(dolist (variable '(galleria--route galleria--id galleria--actions))
  (put variable 'permanent-local t))

(defvar galleria--openings 0 "Counts the openings of screens.")
(defvar galleria--crashes 0
  "Crashes since the user last did something.
No screen may bring galleria down for ever.")

(defun galleria--refresh-part (part)
  "The PART, a keyword, of how the loading stands.
Nil for a screen that loads nothing."
  (plist-get (plist-get galleria--state :refresh) part))

(defun galleria--buffers ()
  "All buffers that are screens."
  (cl-remove-if-not (lambda (buffer) (buffer-local-value 'galleria--route buffer)) (buffer-list)))


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
    (galleria--mark-rows galleria--rows galleria--state (length galleria--banner))
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
      ;; The key comes first: a narrow window cuts the end off.
      (cons (format "failed, %s tries again: %s"
                    (galleria--key 'galleria-retry) (or (galleria--refresh-part :message) "no reason was given"))
            t))
     (galleria--note (list galleria--note))
     (galleria--undo (list (format "%s undoes it" (galleria--key 'galleria-undo)))))))

(defun galleria--header-line ()
  "The header line: title, count, progress."
  (let* ((items (plist-get galleria--state :items))
         (shown (or (plist-get galleria--state :total) (length items)))
         (total (or (plist-get galleria--state :of) (plist-get galleria--state :total)))
         (progress (galleria--progress))
         (parts (list (propertize (or galleria--title galleria--route) 'face 'bold)
                      (and (vectorp items) (> shown 0)
                           (if total (format "%d of %d" shown total) (number-to-string shown)))
                      (and progress (if (cdr progress) (propertize (car progress) 'face 'error) (car progress)))
                      (propertize "? keys" 'face 'shadow))))
    (replace-regexp-in-string "%" "%%" (concat " " (string-join (delq nil parts) "  ")) t t)))


;;; The screen at galleria

(defun galleria--splice (list from count with)
  "LIST with WITH, a list, in place of COUNT elements from place FROM on."
  (append (seq-take list from) with (nthcdr (+ from count) list)))

(defun galleria--change (reading)
  "Take what changed, as READING tells it."
  (let ((items (append (plist-get galleria--state :items) nil))
        (is-list (plist-member galleria--state :items)))
    (cl-loop for step across (plist-get reading :items)
             for op = (plist-get step :op)
             do (setq items (galleria--splice items (plist-get step :at) (if (equal op "insert") 0 1)
                                              (unless (equal op "remove") (list (plist-get step :item))))))
    (setq galleria--state (plist-get reading :state))
    (when is-list (setq galleria--state (plist-put galleria--state :items (vconcat items))))
    (cl-loop for step across (plist-get reading :lines)
             do (setq galleria--lines (galleria--splice galleria--lines (plist-get step :from) (plist-get step :count)
                                                        (append (plist-get step :with) nil))))))

(defun galleria--know (reading)
  "Take READING, whole or what changed.
Nil when it is not newer than what is known: an answer may have told it before."
  (let ((revision (plist-get reading :revision)))
    (when (if (plist-member reading :text)
              (when (>= revision galleria--revision)
                (setq galleria--state (plist-get reading :state)
                      galleria--lines (split-string (plist-get reading :text) "\n"))
                t)
            (when (eql revision (1+ galleria--revision))
              (galleria--change reading)
              t))
      (when (plist-member reading :rows) (setq galleria--rows (plist-get reading :rows)))
      (setq galleria--revision revision))))

(defun galleria--take (reading)
  "Take a READING: the answer of screen.open, or a screen.changed."
  (when (galleria--know reading)
    (if (and galleria--held
             (galleria--refresh-part :running)
             (or (equal (galleria--refresh-part :ended) "none") (not (equal (galleria--refresh-part :running) "none"))))
        (force-mode-line-update)
      (setq galleria--held nil galleria--note nil galleria--fault nil
            galleria--text (string-join galleria--lines "\n"))
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
  "Open this buffer's screen at galleria, again if it is open."
  (when galleria--id (galleria-request "screen.close" (list :screen galleria--id)))
  (let ((buffer (current-buffer)) (opening (cl-incf galleria--openings)))
    (setq galleria--held (not (string-empty-p galleria--text))
          galleria--id nil galleria--revision 0 galleria--opening opening
          galleria--resizing nil galleria--asked nil
          galleria--width (galleria--text-width))
    (force-mode-line-update)
    (galleria-request
     "screen.open" (list :route galleria--route :style "ansi" :width galleria--width :rows t :deltas t
                         :window (list :from (or (plist-get galleria--state :from) 0)
                                       :count (setq galleria--window-count (galleria--rows-wanted))))
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
        galleria--undo nil
        galleria--id (plist-get result :screen)
        galleria--title (plist-get result :title)
        galleria--actions (mapcar (lambda (action) (cons (plist-get action :name) action))
                                  (plist-get result :actions)))
  (galleria--bind)
  (galleria--take result)
  (galleria--refit))

(defun galleria--height ()
  "The lines of a window that shows this buffer."
  (window-body-height (or (get-buffer-window nil t) (selected-window))))

(defun galleria--rows-wanted ()
  "How many rows galleria is to tell: a few windowfuls.
While words to find are typed, one: each letter is told in rows that are seen."
  (if galleria--typing (galleria--height) (max 60 (* 4 (galleria--height)))))

(defun galleria--window-start ()
  "The place of the first row that is to be told, around those in sight.
Nil while the rows that there are will do."
  (let* ((from (plist-get galleria--state :from))
         (window (get-buffer-window nil t))
         (listed (length (plist-get galleria--state :items)))
         (total (plist-get galleria--state :total)))
    (cond
     ((not (and from window)) nil)
     (galleria--typing (and (> galleria--window-count (galleria--rows-wanted)) 0))
     ((and (> listed 0) (or (> from 0) (< (+ from listed) total)))
      (let* ((is-end (>= (+ from listed) total))
             (height (galleria--height))
             (count (galleria--rows-wanted))
             (before (- (length galleria--rows) listed))
             (line (line-number-at-pos (window-point window)))
             (top (line-number-at-pos (window-start window)))
             (seen (cl-loop for row across galleria--rows
                            for index from (- before)
                            for first = (+ 1 (length galleria--banner) (plist-get row :line))
                            when (and (>= index 0) (< first (+ top height)) (> (+ first (plist-get row :lines)) top))
                            collect index))
             (start (cond
                     ((eql line 1) 0)
                     ((and (not is-end) (>= line (line-number-at-pos (max (point-min) (1- (point-max))))))
                      (- total count))
                     ((and seen (or (and (not is-end) (>= (+ (car (last seen)) height) listed))
                                    (and (> from 0) (< (car seen) height))))
                      (min (+ from (/ (- (+ (car seen) (car (last seen))) count) 2)) (- total count)))
                     (t from)))
             (start (max 0 start)))
        (unless (and (eql start from) (or is-end (<= count galleria--window-count))) start))))))

(defun galleria--refit ()
  "Have the screen laid out for its window's width and for the rows in sight.
While that is under way, what comes is looked at afterwards."
  (let ((buffer (current-buffer)) (id galleria--id) (width (galleria--text-width)) (start (galleria--window-start)))
    (when (and id (not galleria--resizing) (get-buffer-window nil t) (or start (not (eql width galleria--width))))
      (setq galleria--width width galleria--resizing t)
      (when start (setq galleria--window-count (galleria--rows-wanted)))
      (galleria-request
       "screen.resize" `(:screen ,id :width ,width
                         ,@(and start (list :window (list :from start :count galleria--window-count))))
       (lambda (_fault result)
         (when (and (buffer-live-p buffer) (equal id (buffer-local-value 'galleria--id buffer)))
           (with-current-buffer buffer
             (setq galleria--resizing nil)
             (when result
               (galleria--take result)
               (galleria--refit)))))))))

(defun galleria--set-typing (typing)
  "Take it that words to find are being typed, or no longer, as TYPING says."
  (setq galleria--typing typing)
  (galleria--refit))

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
  (let ((buffer (current-buffer)))
    (galleria-request
     "screen.send" `(:screen ,galleria--id :action ,action ,@(and params (list :params params)))
     (lambda (fault answer)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (setq galleria--fault (and fault (plist-get fault :message))
                 galleria--note (and answer (not (galleria--true (plist-get answer :accepted)))
                                     (not (equal action "loadMore"))
                                     (concat (or (plist-get (cdr (assoc action galleria--actions)) :title) action)
                                             ": not now")))
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
         (setq galleria--id nil)
         (if (equal (plist-get params :code) "settings_changed")
             ;; Its module goes on with other settings: so does the screen.
             (galleria--open)
           (setq galleria--banner (list (format "Closed: %s." (plist-get params :reason))
                                        (format "%s opens it again." (galleria--key 'galleria-refresh))))
           (galleria--paint)))))))

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
             (plist-get galleria--state :nextCursor)
             (>= (+ (or (plist-get galleria--state :from) 0) (length (plist-get galleria--state :items)))
                 (or (plist-get galleria--state :total) 0))
             (equal (galleria--refresh-part :running) "none")
             (equal (galleria--refresh-part :failed) "none"))
    (let ((count (or (plist-get galleria--state :total) (length (plist-get galleria--state :items))))
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
  "Lay the screen in WINDOW out for its width."
  (with-current-buffer (window-buffer window) (galleria--refit)))

(defun galleria--forget ()
  "Close this buffer's screen."
  (when (and galleria--id (galleria-running-p))
    (galleria-request "screen.close" (list :screen galleria--id))))

(provide 'galleria-screen)
;;; galleria-screen.el ends here

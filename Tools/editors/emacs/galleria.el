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
;; `M-x galleria' asks for a screen; `galleria-catalog', `-bag', `-friends', `-mall', `-shelf', `-forecast' and `-home' open
;; theirs.  The first start builds galleria, which takes some minutes; the header line shows what is going on, and Emacs goes on.
;;
;; Keys (`?' shows those that the screen at hand has):
;;
;;     RET  open the row, or the route on the line     l  like, or take the like back
;;     r g  load again; open again a closed screen     a  add to the bag (C-u 3 a adds three), or accept
;;     R    try again what failed                      d  take out of the bag, or decline
;;     m    load the next page (so does the last row)  e  change how many there are, or the memo (C-c C-c saves it)
;;     /    find among what is loaded, or a place      u  undo what was done last
;;     S    search everything                          b  the bag
;;     s    sort                                       x  any action, by its title
;;     f    filter: a field, then its value            n p  next and previous row
;;     c    take back what narrows the rows (so does   q  close
;;          <escape>, where the frame has that key)
;;
;; One galleria process serves all screens.  When it ends unexpectedly it is started again and the screens are opened
;; again; after three times without anything done in between, `r' starts it.  `galleria-stop' and `galleria-restart'
;; end it.  The settings are `galleria-command', `galleria-environment' and `galleria-load-at-end', in the
;; customization group `galleria'.
;;
;; The text is laid out for the window that shows it, again whenever its width changes; what was searched and loaded
;; stays.

;;; Code:

(require 'galleria-screen)
(eval-when-compile (require 'pcase))

;;; Keys

(defun galleria--action (&rest names)
  "The first action of these NAMES that the screen has, a plist."
  (cdr (cl-some (lambda (name) (assoc name galleria--actions)) names)))

(defun galleria--schema (action name)
  "The JSON Schema of the parameter NAME of ACTION, a plist."
  (galleria--get (plist-get (plist-get action :schema) :properties) name))

(defun galleria--present (item parameter)
  "What ITEM, or the screen, has now of what PARAMETER sets.
Nil without it."
  (let ((path (split-string (or (plist-get parameter :source) (plist-get parameter :name)) "\\.")))
    (cl-some (lambda (root)
               (cl-reduce (lambda (value name) (and (consp value) (galleria--get value name))) path
                          :initial-value root))
             (list item galleria--state))))

(defun galleria--row-key (name)
  "The value of the member NAME of the row at point if that names the row."
  (let ((row (galleria--row-here)))
    (when-let* ((value (galleria--get (nth 1 row) name))
               (key (if (numberp value) (number-to-string value) value)))
      (and (stringp key) (string-prefix-p (concat key "#") (car row)) value))))

(defun galleria--spell (value)
  "VALUE, of JSON, as text."
  (cond ((null value) "") ((eq value t) "yes") ((eq value :json-false) "no")
        ((vectorp value) (mapconcat #'galleria--spell value ", ")) (t (format "%s" value))))

(defun galleria--ask (parameter schema default needed)
  "Ask for PARAMETER of the type that its SCHEMA wants, beginning with DEFAULT.
Where there are few values, one is chosen; unless it is NEEDED, none of them
too.  The empty string is no value."
  (let* ((type (plist-get schema :type))
         (prompt (concat (plist-get parameter :prompt) " "))
         (now (galleria--spell default))
         (choices (cond ((equal type "boolean") '("yes" "no"))
                        (t (append (or (plist-get schema :enum) (plist-get (plist-get schema :items) :enum)) nil))))
         (text (if choices
                   (completing-read prompt (if needed choices (append choices '("any"))) nil t nil nil now)
                 (read-string prompt now))))
    (cond ((or (string-empty-p text) (and choices (equal text "any"))) "")
          ((equal type "boolean") (if (equal text "yes") t :json-false))
          ((and (member type '("integer" "number")) (string-match-p "\\`-?[0-9.]+\\'" text)) (string-to-number text))
          ((equal type "array") (vconcat (split-string text "[ ]*,[ ]*" t)))
          ;; Galleria judges what is left.
          (t text))))

(defconst galleria--narrowing '("find" "edit" "search" "sort" "filter" "useScenario")
  "Actions after which other rows are shown, or the same in another order.")

(defun galleria--perform (action &optional params done)
  "Send ACTION, a plist, with PARAMS.
Ask before one that can't be taken back.  DONE is called when it is answered."
  (when (or (null (plist-get action :confirm)) (y-or-n-p (concat (plist-get action :confirm) " ")))
    (when (member (plist-get action :name) galleria--narrowing) (galleria--start-over))
    (galleria--send (plist-get action :name) params
                    (lambda (_fault answer)
                      (when (galleria--true (plist-get answer :accepted))
                        (setq galleria--undo (plist-get answer :undo))
                        (force-mode-line-update))
                      (when done (funcall done))))))

(defun galleria--find (action)
  "Do ACTION, which finds, while words are typed.
Each letter narrows the rows in sight, and to leave without RET takes that back.
What is typed before the last letter was answered is sent with the next."
  (let* ((buffer (current-buffer))
         (parameter (aref (plist-get action :params) 0))
         (name (intern (concat ":" (plist-get parameter :name))))
         (before (galleria--spell (galleria--present nil parameter)))
         (sent before) (wanted before) asked entered follow)
    (setq follow
          (lambda (text)
            (setq wanted text)
            (when (and (not asked) (not (equal wanted sent)) (buffer-live-p buffer)
                       (buffer-local-value 'galleria--id buffer))
              (setq sent wanted asked t)
              (with-current-buffer buffer
                (galleria--perform
                 action (and (not (string-empty-p sent)) (list name sent))
                 (lambda ()
                   (setq asked nil)
                   (funcall follow wanted)))))))
    (galleria--set-typing t)
    (unwind-protect
        (minibuffer-with-setup-hook
            (lambda ()
              (add-hook 'after-change-functions
                        (lambda (&rest _) (funcall follow (minibuffer-contents-no-properties))) nil t))
          (funcall follow (read-string (concat (plist-get parameter :prompt) " ") before))
          (setq entered t))
      (unless entered (funcall follow before))
      (when (buffer-live-p buffer) (with-current-buffer buffer (galleria--set-typing nil))))))

(defun galleria--run (action &optional given)
  "Do ACTION, a plist; ask for what neither GIVEN nor the row at point says.
A flag is turned round."
  (let ((required (append (plist-get (plist-get action :schema) :required) nil))
        (item (nth 1 (galleria--row-here))) params)
    (cl-loop
     for parameter across (plist-get action :params)
     for name = (plist-get parameter :name)
     for key = (intern (concat ":" name))
     for needed = (member name required)
     for schema = (galleria--schema action name)
     ;; A row's own key is not what an optional one is about.
     for now = (and (not (member name galleria--key-names)) (galleria--present item parameter))
     for value = (cond ((plist-member given key) (plist-get given key))
                       ((and needed (galleria--row-key name)))
                       ((and needed (member name galleria--key-names) (null item)) (user-error "Move to a row first"))
                       ((and needed (equal (plist-get schema :type) "boolean"))
                        (if (galleria--true now) :json-false t))
                       (t (galleria--ask parameter schema (or now (plist-get parameter :default)) needed)))
     unless (and (equal value "") (not needed)) do (setq params (append params (list key value))))
    (galleria--perform action params)))

(defun galleria-follow ()
  "Open the row at point, or the route on its line."
  (interactive)
  (let* ((row (galleria--row-here))
         (line (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
    (cond ((nth 3 row) (galleria-open (nth 3 row)))
          ((and row galleria--id (galleria--action "select")) (galleria--run (galleria--action "select")))
          ((string-match "galleria://[^ \t<>]+" line)
           (galleria-open (string-trim-right (match-string 0 line) "[?.,;:)]+")))
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
  (galleria--run (galleria--action "like")))

(defun galleria-find ()
  "Find among what is loaded, letter by letter, or name the place.
\\<minibuffer-local-map>\\[abort-minibuffers] takes back what was found."
  (interactive)
  (let ((action (galleria--action "find" "edit" "search")))
    (if (and galleria--id (equal (plist-get action :name) "find")) (galleria--find action) (galleria--run action))))

(defun galleria-search ()
  "Search everything."
  (interactive)
  (galleria--run (galleria--action "search")))

(defun galleria-sort ()
  "Sort by a field; by none, the rows stand as they came."
  (interactive)
  (galleria--run (galleria--action "sort")))

(defun galleria-filter ()
  "Filter by one field more, or one less; the others stay as they are."
  (interactive)
  (let* ((action (galleria--action "filter"))
         (choices (cl-loop for parameter across (plist-get action :params)
                           for now = (galleria--present nil parameter)
                           collect (cons (concat (plist-get parameter :prompt)
                                                 (and now (format " (now %s)" (galleria--spell now))))
                                         parameter)))
         (parameter (cdr (assoc (completing-read "Filter: " choices nil t) choices)))
         (name (plist-get parameter :name))
         (value (galleria--ask parameter (galleria--schema action name) (galleria--present nil parameter) nil)))
    (galleria--perform
     action
     (append (cl-loop for (key present) on (plist-get galleria--state :filter) by #'cddr
                      unless (eq key (intern (concat ":" name))) append (list key present))
             (and (not (equal value "")) (list (intern (concat ":" name)) value))))))

(defun galleria-take-back ()
  "Take back what narrows the rows: the words, the conditions, then the order."
  (interactive)
  (when-let* ((name (cl-find-if (lambda (name) (galleria--get galleria--state name)) '("find" "filter" "sort"))))
    (galleria--perform (galleria--action name))))

(defun galleria-add (quantity)
  "Put QUANTITY pieces, one without a prefix argument, into the bag; or accept."
  (interactive "p")
  (galleria--run (galleria--action "addToBag" "accept") (and (galleria--action "addToBag") (list :quantity quantity))))

(defun galleria-remove ()
  "Take out of the bag, or decline."
  (interactive)
  (galleria--run (galleria--action "remove" "decline")))

(defun galleria-set-quantity ()
  "Change how many pieces there are."
  (interactive)
  (galleria--run (galleria--action "setQuantity")))

(defun galleria-undo ()
  "Undo what was done last; again, do it once more."
  (interactive)
  (unless galleria--undo (user-error "Nothing to undo"))
  (galleria--perform (list :name (plist-get galleria--undo :action)) (plist-get galleria--undo :params)))

(defun galleria-any-action ()
  "Do any action by its title, asking for what it takes."
  (interactive)
  (let* ((choices (mapcar (lambda (action) (cons (plist-get (cdr action) :title) (cdr action))) galleria--actions))
         (action (cdr (assoc (completing-read "Action: " choices nil t) choices))))
    (if (equal (plist-get action :name) "filter") (galleria-filter) (galleria--run action))))

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
  '(("like" "l" galleria-like) ("loadMore" "m" galleria-load-more)
    ("search" "/" galleria-find) ("edit" "/" galleria-find) ("find" "/" galleria-find) ("search" "S" galleria-search)
    ("sort" "s" galleria-sort) ("filter" "f" galleria-filter)
    ("find" "c" galleria-take-back) ("find" "<escape>" galleria-take-back)
    ("addToBag" "a" galleria-add) ("accept" "a" galleria-add) ("remove" "d" galleria-remove)
    ("decline" "d" galleria-remove) ("setQuantity" "e" galleria-set-quantity) ("editMemo" "e" galleria-edit-memo))
  "Keys that exist where the screen has the action.")

(defvar galleria-mode-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key ,command)
                   '(("RET" galleria-follow) ("g" galleria-refresh) ("r" galleria-refresh) ("R" galleria-retry)
                     ("x" galleria-any-action) ("u" galleria-undo) ("b" galleria-bag) ("n" galleria-next-row)
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
  (add-hook 'post-command-hook #'galleria--refit nil t)
  (add-hook 'window-size-change-functions #'galleria--resized nil t)
  (add-hook 'window-buffer-change-functions #'galleria--resized nil t)
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
(defun galleria-bag ()
  "Open the bag."
  (interactive)
  (galleria-open "galleria://bag"))

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
            galleria--banner (list "galleria was ended."
                                   (format "%s starts it again." (galleria--key 'galleria-refresh))))
      (galleria--paint))))

(defun galleria-restart ()
  "Start galleria again, and open its screens again."
  (interactive)
  (galleria-stop)
  (setq galleria--crashes 0)
  (dolist (buffer (galleria--buffers))
    (with-current-buffer buffer (galleria--open))))

(provide 'galleria)
;;; galleria.el ends here

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
;; `M-x galleria' asks for a screen; `galleria-catalog', `-friends', `-mall', `-shelf', `-forecast' and `-home' open
;; theirs.  The first start builds galleria, which takes some minutes; the header line shows what is going on, and Emacs goes on.
;;
;; Keys (`?' shows those that the screen at hand has):
;;
;;     RET  open the row, or the route on the line     a  accept the invitation
;;     r g  load again; open again a closed screen     d  decline it
;;     R    try again what failed                      s  choose a scenario
;;     m    load the next page (so does the last row)  b  add to the bag; C-u 3 b adds three
;;     l    like, or take the like back                e  edit the memo; C-c C-c saves it
;;     /    search, or name the place                  x  any action, by its name
;;     f    filter the rows                            q  close
;;     n p  next and previous row
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
(require 'seq)
(eval-when-compile (require 'pcase))

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

(defun galleria--schema (action parameter)
  "The JSON Schema of a PARAMETER of ACTION, a plist."
  (galleria--get (plist-get (plist-get (cdr (assoc action galleria--actions)) :schema) :properties) parameter))

(defun galleria--ask-for (parameter schema default)
  "Ask for a PARAMETER of the type that its SCHEMA wants, beginning with DEFAULT.
Where there are few values, one is chosen."
  (if-let* ((values (plist-get schema :enum)))
      (completing-read (concat parameter ": ") (append values nil) nil t)
    (let ((text (read-string (concat parameter ": ")
                             (cond ((stringp default) default) ((numberp default) (number-to-string default)))))
          (type (plist-get schema :type)))
      (cond ((and (equal type "boolean") (equal text "true")) t)
            ((and (equal type "boolean") (equal text "false")) :json-false)
            ((and (equal type "integer") (string-match-p "\\`-?[0-9]+\\'" text)) (string-to-number text))
            ;; Galleria judges what is left.
            (t text)))))

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
  (let* ((own (nth 3 (galleria--row-here)))
         (selected (and galleria--id (assoc "select" galleria--actions) (galleria--parameters "select")))
         (line (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
    (cond (own (galleria-open own))
          (selected (galleria--send "select" selected))
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
  (let ((item (or (nth 1 (galleria--row-here)) galleria--state)))
    (galleria--send-on-row "like" (list :liked (if (galleria--true (plist-get item :liked)) :json-false t)))))

(defun galleria-search ()
  "Search, or name the place."
  (interactive)
  (galleria--ask-and-send
   (car (or (assoc "search" galleria--actions) (assoc "edit" galleria--actions) '("find"))) "Search: "))

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
  (interactive (list (galleria--ask-for "Scenario" (galleria--schema "useScenario" "scenario") nil)))
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
         (required (plist-get (plist-get (cdr (assoc name galleria--actions)) :schema) :required))
         (item (nth 1 (galleria--row-here))) params)
    (cl-loop for parameter across (plist-get (cdr (assoc name galleria--actions)) :params)
             for default = (or (galleria--get item parameter) (galleria--get galleria--state parameter))
             for value = (galleria--ask-for parameter (galleria--schema name parameter) default)
             unless (and (equal value "") (not (seq-contains-p required parameter)))
             do (setq params (append params (list (intern (concat ":" parameter)) value))))
    (galleria--send name params)))

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
    ("edit" "/" galleria-search) ("find" "/" galleria-search) ("edit" "f" galleria-filter)
    ("useScenario" "s" galleria-use-scenario) ("accept" "a" galleria-accept)
    ("decline" "d" galleria-decline) ("addToBag" "b" galleria-add-to-bag) ("editMemo" "e" galleria-edit-memo))
  "Keys that exist where the screen has the action.")

(defvar galleria-mode-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key ,command)
                   '(("RET" galleria-follow) ("g" galleria-refresh) ("r" galleria-refresh) ("R" galleria-retry)
                     ("x" galleria-any-action) ("n" galleria-next-row)
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

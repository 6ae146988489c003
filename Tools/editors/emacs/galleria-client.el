;;; galleria-client.el --- The galleria process, and its routes -*- lexical-binding: t; -*-

;; Author: The Galleria authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: comm

;;; Commentary:

;; One galleria process serves all screens of this Emacs, by JSON-RPC with Content-Length headers.  Every request is
;; asynchronous.  This file knows nothing of buffers; galleria.el is the user's side.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)
(require 'url-util)

(defgroup galleria nil
  "A headless storefront, screen by screen."
  :group 'applications
  :prefix "galleria-")

(defcustom galleria-command nil
  "The program and its arguments, as a list of strings.
When nil, the Tools/galleria of the repository that this file lies in, else
the galleria of the variable `exec-path', each with the argument \"serve\"."
  :type '(choice (const :tag "Look for it" nil) (repeat string)))

(defcustom galleria-environment nil
  "Variables for the program, as strings such as \"GALLERIA_CONFIG=/a.yaml\"."
  :type '(repeat string))

(defconst galleria--here
  (file-name-directory (file-truename (or load-file-name buffer-file-name default-directory)))
  "The folder of this file, wherever links to it lie.")

(defconst galleria--colours
  '("COLORTERM=" "TERM=xterm")
  "Sixteen colours at the most, whatever Emacs runs in: faces stand for them.")

(defconst galleria--patience 120
  "Seconds until a request without an answer is given up.")

(defvar galleria--connection nil "The connection, or nil.")
(defvar galleria--answered nil "Whether the process has answered anything yet.")

(defvar galleria--on-notification #'ignore
  "Called with the method (a symbol) and the params of each notification.")
(defvar galleria--on-lost #'ignore
  "Called with a sentence when the process ended without being asked to.")

(defun galleria--program ()
  "The program and its arguments."
  (or galleria-command
      (let ((wrapper (expand-file-name "../../galleria" galleria--here)))
        (list (if (and (file-executable-p wrapper) (not (file-directory-p wrapper))) wrapper "galleria") "serve"))))

(defun galleria-running-p ()
  "Whether the galleria process runs."
  (and galleria--connection (jsonrpc-running-p galleria--connection)))

(defun galleria--last-words (connection)
  "The last line that CONNECTION's process wrote to its standard error, or nil."
  (when-let* ((buffer (jsonrpc-stderr-buffer connection))
              ((buffer-live-p buffer))
              (lines (split-string (with-current-buffer buffer (buffer-string)) "\n" t "[ \t\r]+")))
    ;; Emacs itself writes the process's end there.
    (car (last (cl-remove-if (lambda (line) (string-prefix-p "Process galleria" line)) lines)))))

(defun galleria--starting ()
  "What the process does before its first answer; nil afterwards."
  (and (galleria-running-p) (not galleria--answered)
       (or (galleria--last-words galleria--connection) "starting galleria")))

(defun galleria--quiet (connection)
  "Keep no log of the messages on CONNECTION: they are large.
The slot for that has another name since Emacs 30."
  (dolist (slot '((-events-buffer-scrollback-size . 0) (-events-buffer-config . (:size 0 :format full))))
    (when (slot-exists-p connection (car slot))
      (setf (slot-value connection (car slot)) (cdr slot)))))

(defun galleria--start ()
  "Start the process.  Signal an error when it can't be started."
  (let* ((program (galleria--program))
         (process-environment
          (append galleria-environment galleria--colours
                  ;; Characters of ambiguous width are as wide as Emacs shows them.
                  (and (= 2 (char-width ?─)) '("GALLERIA_SET_output__ambiguousWidth=2"))
                  process-environment))
         ;; A remote or vanished directory must not keep it from starting.
         (default-directory (if (file-directory-p "~/") (expand-file-name "~/") "/")))
    (unless (executable-find (car program))
      (error "Galleria can't be started: “%s” is not a program; see the variable `galleria-command'" (car program)))
    (setq galleria--answered nil)
    (setq galleria--connection
          (make-instance
           'jsonrpc-process-connection
           :name "galleria"
           :notification-dispatcher
           (lambda (_connection method params)
             (setq galleria--answered t)
             (with-demoted-errors "galleria: %S" (funcall galleria--on-notification method params)))
           :on-shutdown #'galleria--process-ended
           :process
           (lambda ()
             (make-process :name "galleria" :command program :connection-type 'pipe
                           :coding 'utf-8-emacs-unix :noquery t
                           :stderr (get-buffer-create "*galleria stderr*")))))
    (galleria--quiet galleria--connection)))

(defun galleria--process-ended (connection)
  "Tell that the process of CONNECTION is gone, once, unless it was stopped."
  (when (eq connection galleria--connection)
    (setq galleria--connection nil)
    (when-let* ((errors (get-buffer-process (jsonrpc-stderr-buffer connection))))
      ;; Its last words, to their end: what it started may hold the pipe open for longer.
      (let ((deadline (+ (float-time) 1)))
        (while (and (process-live-p errors) (< (float-time) deadline))
          (accept-process-output errors 0.05 nil t))))
    (let ((words (galleria--last-words connection))
          (status (process-exit-status (jsonrpc--process connection))))
      ;; Not from within a sentinel: Emacs would miss the end of a process started there.
      (run-at-time 0 nil galleria--on-lost
                   (concat "galleria ended unexpectedly"
                           ;; What Emacs says of a process that did not take what was written to it.
                           (if (= status 256) "" (format ", with status %d" status))
                           (if words (concat ": " (string-trim-right words "[.]")) "")
                           ".")))))

(defun galleria-request (method params &optional done)
  "Ask galleria for METHOD with PARAMS, a plist.
DONE is called with an error (a plist with :message) or nil, and the result.
The process is started if it does not run."
  (let ((done (or done #'ignore)))
    ;; Emacs may not have told yet that it is gone.
    (when (and galleria--connection (not (galleria-running-p))) (galleria--process-ended galleria--connection))
    (condition-case fault
        (progn
          (unless (galleria-running-p) (galleria--start))
          (let ((connection galleria--connection))
            (jsonrpc-async-request
             connection (intern (concat ":" method)) params
             :success-fn (lambda (result)
                           (setq galleria--answered t)
                           (with-demoted-errors "galleria: %S" (funcall done nil result)))
             :error-fn (lambda (fault)
                         (setq galleria--answered t)
                         (with-demoted-errors "galleria: %S"
                           (funcall done (if (jsonrpc-running-p connection) fault (plist-put fault :lost t)) nil)))
             :timeout galleria--patience
             :timeout-fn (lambda () (funcall done '(:message "galleria does not answer.") nil)))))
      (error (funcall done
                      (list :message (error-message-string fault)
                            ;; A process that ended before it could be written to is told by its end.
                            :lost (and galleria--connection (not (galleria-running-p))))
                      nil)))))

(defun galleria--stop (&optional unseen)
  "End the galleria process, which saves what is pending first.
It has a second for that; with UNSEEN nobody waits for it."
  (when-let* ((connection galleria--connection))
    (setq galleria--connection nil)
    (when (jsonrpc-running-p connection)
      (let ((process (jsonrpc--process connection))
            (deadline (time-add nil 1)))
        (ignore-errors
          (jsonrpc-async-request connection :shutdown nil :success-fn #'ignore :error-fn #'ignore)
          (jsonrpc-notify connection :exit nil)
          (process-send-eof process))
        (unless unseen
          (while (and (process-live-p process) (time-less-p nil deadline))
            (accept-process-output process 0.05))
          (when (process-live-p process) (delete-process process)))))))

(defun galleria--leave ()
  "End the galleria process as Emacs ends; the end of its input is enough.
Waiting here would let an Emacs that lost its terminal spin: it reads
the end of the terminal again and again while it waits."
  (galleria--stop t))

(add-hook 'kill-emacs-hook #'galleria--leave)


;;; Routes

(defconst galleria--scheme "galleria://")

(defvar galleria--templates
  '("galleria://home" "galleria://catalog" "galleria://product/{sku}" "galleria://bag" "galleria://friends{?scenario}"
    "galleria://mall" "galleria://shelf" "galleria://book/{isbn13}" "galleria://forecast{?place}"
    "galleria://forecast/{place}/{date}")
  "The routes there are.
Until galleria was asked, those of all modules it ships with.")

(defvar galleria--learned nil "Whether galleria was asked for its routes.")

(defun galleria--learn ()
  "Ask galleria for its routes, once."
  (unless galleria--learned
    (setq galleria--learned t)
    (galleria-request
     "host.info" nil
     (lambda (fault info)
       (if fault
           (setq galleria--learned nil)
         (setq galleria--templates
               (cl-remove-duplicates
                (cons "galleria://home"
                      (cl-loop for module across (plist-get info :modules)
                               append (append (plist-get module :routes) nil)))
                :test #'equal :from-end t)))))))

(defun galleria--parse-template (template)
  "Take TEMPLATE apart: name, path, the path's variables, the query's variables."
  (let* ((body (string-remove-prefix galleria--scheme template))
         (query (and (string-match "{\\?\\([^}]*\\)}" body) (split-string (match-string 1 body) "," t)))
         (path (replace-regexp-in-string "{\\?[^}]*}" "" body))
         (start 0) variables)
    (while (string-match "{\\([^}]*\\)}" path start)
      (push (match-string 1 path) variables)
      (setq start (match-end 0)))
    (list (car (split-string path "/")) path (nreverse variables) query)))

(defun galleria--names ()
  "The names of all routes."
  (sort (delete-dups (mapcar (lambda (template) (car (galleria--parse-template template))) galleria--templates))
        #'string<))

(defun galleria--fill (parsed values)
  "The route of a PARSED template with VALUES for its variables, in their order."
  (pcase-let ((`(,_ ,path ,variables ,query) parsed))
    (let ((address path))
      (dolist (_ variables)
        (let ((value (url-hexify-string (pop values))))
          (string-match "{[^}]*}" address)
          (setq address (concat (substring address 0 (match-beginning 0)) value (substring address (match-end 0))))))
      (concat galleria--scheme address
              (cl-loop for name in query
                       for value in values
                       for mark = "?" then "&"
                       concat (concat mark name "=" (url-hexify-string value)))))))

(defun galleria--resolve (words)
  "The route for WORDS: a route itself, or a name and values for its variables.
Signal a `user-error' when there is none."
  (let ((name (or (car words) "home")) (values (cdr words)) usage)
    (if (string-prefix-p galleria--scheme name)
        name
      (or (cl-loop for template in galleria--templates
                   for parsed = (galleria--parse-template template)
                   for least = (length (nth 2 parsed))
                   when (equal (car parsed) name)
                   if (<= least (length values) (+ least (length (nth 3 parsed))))
                   return (galleria--fill parsed values)
                   else do (setq usage (string-join (append (nth 2 parsed) (nth 3 parsed)) " ")))
          (if usage
              (user-error "“%s” takes %s" name usage)
            (user-error "There is no “%s”; there are: %s" name (string-join (galleria--names) " ")))))))

(provide 'galleria-client)
;;; galleria-client.el ends here

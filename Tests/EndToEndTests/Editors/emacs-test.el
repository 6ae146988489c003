;;; emacs-test.el --- Drives galleria.el in a real Emacs -*- lexical-binding: t; -*-

;;; Commentary:

;; Against a real galleria on sample data:
;;
;;     GALLERIA_BINARY=… emacs -Q --batch -L Tools/editors/emacs -l emacs-test.el -f galleria-test-run
;;
;; What failed is told on standard error; the exit status says whether anything did.

;;; Code:

(require 'bytecomp)
(require 'ert)
(require 'galleria)

(defconst galleria-test-binary (or (getenv "GALLERIA_BINARY") (error "GALLERIA_BINARY names the program")))
(defconst galleria-test-patience (string-to-number (or (getenv "GALLERIA_TEST_PATIENCE") "60")))

(defconst galleria-test-default-program (galleria--program) "The program when nothing is set.")

(setq galleria-command (list galleria-test-binary "serve")
      ;; Only live data would go there: nothing listens.
      galleria-environment '("GALLERIA_SET_modules__catalog__endpoint=http://127.0.0.1:1"))

(defvar galleria-test-width 100 "The columns of the window; a batch Emacs has no real one.")
(advice-add 'galleria--text-width :override (lambda () galleria-test-width))

(defvar galleria-test-answers nil "What the user answers next.")
(defvar galleria-test-asked nil "What the user was asked last: the prompt and what stood there.")
(advice-add 'read-string :override
            (lambda (prompt &optional now &rest _)
              (setq galleria-test-asked (list prompt now))
              (pop galleria-test-answers)))
(advice-add 'completing-read :override
            (lambda (_prompt choices &rest _)
              (let ((answer (pop galleria-test-answers)))
                (or (cl-find-if (lambda (choice) (string-prefix-p answer choice))
                                (mapcar (lambda (choice) (if (consp choice) (car choice) choice)) choices))
                    (ert-fail (format "no choice “%s” of %S" answer choices))))))
(defvar galleria-test-questions nil "What the user was asked to confirm.")
(defvar galleria-test-consent t "Whether the user confirms.")
(advice-add 'y-or-n-p :override
            (lambda (question)
              (push question galleria-test-questions)
              galleria-test-consent))

(defun galleria-test-seen ()
  "What there is to see, for the message of a failure."
  (format "\nbuffer %s, id %s, banner %S, refresh %S, line %d:\n%s"
          (buffer-name) galleria--id galleria--banner (plist-get galleria--state :refresh) (line-number-at-pos)
          (truncate-string-to-width (buffer-substring-no-properties (point-min) (point-max)) 3000)))

(defmacro galleria-test-check (form what)
  "Fail with WHAT and what is seen unless FORM holds."
  `(unless ,form (ert-fail (concat ,what (galleria-test-seen)))))

(defmacro galleria-test-wait (what form)
  "Let Emacs go on until FORM holds; fail with WHAT and what is seen when it never does."
  `(let ((deadline (time-add nil galleria-test-patience)))
     (while (not ,form)
       (when (time-less-p deadline nil) (ert-fail (concat "never: " ,what (galleria-test-seen))))
       (accept-process-output nil 0.02))))

(defun galleria-test-loaded ()
  "Whether this buffer's screen is open and has loaded."
  (and galleria--id (not galleria--held)
       (or (null (galleria--refresh-part :running))
           (and (equal (galleria--refresh-part :running) "none")
                (not (equal (galleria--refresh-part :ended) "none"))))))

(defun galleria-test-open (&rest words)
  "Show the screen of WORDS, and wait until it has loaded."
  (switch-to-buffer (galleria-open (galleria--resolve words)))
  (galleria-test-wait (format "%s has loaded" words) (galleria-test-loaded))
  (current-buffer))

(defun galleria-test-press (key)
  "Run the command of KEY, with what follows every command."
  (let ((command (key-binding (kbd key))))
    (galleria-test-check (commandp command) (concat "no command on " key))
    (call-interactively command)
    (run-hooks 'post-command-hook)))

(defun galleria-test-shows (text &optional buffer)
  "Whether BUFFER, or this one, shows TEXT."
  (with-current-buffer (or buffer (current-buffer))
    (save-excursion (goto-char (point-min)) (search-forward text nil t))))

(defun galleria-test-items ()
  "The number of this screen's items."
  (length (plist-get galleria--state :items)))

(defun galleria-test-go (key)
  "Move to the row of KEY."
  (goto-char (or (galleria--find-place (concat key "#1")) (ert-fail (concat "no row " key (galleria-test-seen))))))

(defun galleria-test-place ()
  "The row at point."
  (car (galleria--row-here)))

(defun galleria-test-row (key buffer)
  "The text of the row of KEY in BUFFER."
  (with-current-buffer buffer
    (save-excursion
      (galleria-test-go key)
      (buffer-substring-no-properties
       (point) (or (next-single-property-change (point) 'galleria-row) (point-max))))))

(defun galleria-test-request (method &optional params)
  "The result of METHOD with PARAMS."
  (let (done answer)
    (galleria-request method params (lambda (fault result) (setq done t answer (or result fault))))
    (galleria-test-wait (concat method " is answered") done)
    answer))

(defun galleria-test-columns-line-up ()
  "Every row of a table has blanks where the rule below its header has them."
  (let ((rule nil) (checked 0))
    (save-excursion
      (goto-char (point-min))
      (while (not (eobp))
        (let ((line (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
          (when (string-match-p "\\` *\\(─\\|--\\)" line) (setq rule line))
          (when (and rule (galleria--row-here))
            (cl-incf checked)
            (let ((blank (cl-loop with column = 0 for character across rule
                                  when (and (eq character ?\s) (> column 4)) collect column
                                  do (cl-incf column (char-width character)))))
              (cl-loop with column = 0 for character across line
                       do (galleria-test-check (or (eq character ?\s) (not (memq column blank)))
                                               (format "column %d of “%s” is not blank" column line))
                       do (cl-incf column (char-width character))))))
        (forward-line 1)))
    (galleria-test-check (> checked 5) "there is no table to look at")))

(defconst galleria-test-third-day
  (format-time-string "%Y-%m-%d" (time-add nil (* 2 24 60 60)) (* 9 60 60))
  "Third day that is forecast at Seoul: sample forecasts begin today.")

(ert-deftest galleria-test-01-compiles ()
  "The files compile without a warning."
  (dolist (file '("galleria-client.el" "galleria-text.el" "galleria-screen.el" "galleria.el"))
    (let* ((byte-compile-error-on-warn t)
           (output (make-temp-file "galleria" nil ".elc"))
           (byte-compile-dest-file-function (lambda (_) output)))
      (unwind-protect
          (galleria-test-check (eq t (byte-compile-file (expand-file-name file galleria--here)))
                               (concat file " has warnings: "
                                       (if (get-buffer "*Compile-Log*")
                                           (with-current-buffer "*Compile-Log*" (buffer-string))
                                         "")))
        (delete-file output)))))

(ert-deftest galleria-test-02-routes ()
  "Names lead to routes."
  (pcase-dolist (`(,words ,route)
                 '((() "galleria://home")
                   (("catalog") "galleria://catalog")
                   (("product" "A%1") "galleria://product/A%251")
                   (("friends" "noFriends") "galleria://friends?scenario=noFriends")
                   (("forecast") "galleria://forecast")
                   (("forecast" "서울") "galleria://forecast?place=%EC%84%9C%EC%9A%B8")
                   (("forecast" "Seoul" "2021-03-12") "galleria://forecast/Seoul/2021-03-12")
                   (("galleria://mall") "galleria://mall")))
    (should (equal (galleria--resolve words) route)))
  (should (string-search "sku" (cadr (should-error (galleria--resolve '("product")) :type 'user-error))))
  (should (string-search "catalog" (cadr (should-error (galleria--resolve '("catalogue")) :type 'user-error)))))

(ert-deftest galleria-test-02-program ()
  "The program is found beside the package."
  (should (string-suffix-p "/Tools/galleria" (car galleria-test-default-program)))
  (should (equal (cdr galleria-test-default-program) '("serve"))))

(ert-deftest galleria-test-03-screens ()
  "Every screen opens, its columns line up, and point is on the first row."
  (dolist (name '("home" "catalog" "friends" "mall" "shelf"))
    (galleria-test-open name)
    (galleria-test-columns-line-up)
    (unless (equal name "home")
      (cl-loop for row across galleria--rows
               for key = (plist-get row :key)
               do (galleria-test-check (string-search key (galleria-test-row key (current-buffer)))
                                       (concat "a row does not show its key " key))))
    (galleria-test-check (galleria-test-place) (concat name ": point is on a row"))
    (galleria-test-check (not (galleria-test-shows "\e")) "no escape is shown")
    (should (and buffer-read-only (eq major-mode 'galleria-mode) (not (buffer-modified-p)))))
  (pcase-dolist (`(,text . ,words)
                 `(("Linen Wrap Dress" "product" "BL204DR17KLM") ("Imogen Castellan" "book" "9781617294136")
                   (,galleria-test-third-day "forecast" "Seoul")
                   ("broken clouds" "forecast" "Seoul" ,galleria-test-third-day)))
    (apply #'galleria-test-open words)
    (galleria-test-check (galleria-test-shows text) (format "%s shows %s" words text))))

(ert-deftest galleria-test-04-faces ()
  "An old price is struck through, a name is strong."
  (galleria-test-open "catalog")
  (goto-char (point-min))
  (search-forward "$129.99")
  (should (memq 'galleria-struck (get-text-property (1- (point)) 'face)))
  (goto-char (point-min))
  (search-forward "Linen Wrap")
  (should (memq 'galleria-strong (get-text-property (1- (point)) 'face))))

(ert-deftest galleria-test-05-home ()
  "The home screen leads to the modules."
  (galleria-home)
  (should (equal galleria--route "galleria://home"))
  (pcase-dolist (`(,key . ,route)
                 '(("bookShelf" . "galleria://shelf") ("catalog" . "galleria://catalog")
                   ("friends" . "galleria://friends") ("shoppingMall" . "galleria://mall")))
    (galleria-test-open "home")
    (galleria-test-go key)
    (galleria-test-press "RET")
    (galleria-test-wait (concat key " is shown")
                        (progn (set-buffer (window-buffer)) (equal galleria--route route)))
    (galleria-test-wait (concat key " has loaded") (galleria-test-loaded))))

(ert-deftest galleria-test-06-day ()
  "A day follows from either of its rows."
  (dolist (place (list (concat galleria-test-third-day "#1") (concat galleria-test-third-day "#2")))
    (galleria-test-open "forecast" "Seoul")
    (goto-char (galleria--find-place place))
    (galleria-test-press "RET")
    (galleria-test-wait "the day is shown" (progn (set-buffer (window-buffer))
                                                  (equal galleria--route
                                                         (concat "galleria://forecast/Seoul/" galleria-test-third-day))))
    (galleria-test-wait "the day has loaded" (galleria-test-loaded))))

(ert-deftest galleria-test-07-pages ()
  "The last row loads the next page, and point stays."
  (galleria-test-open "catalog")
  (should (= 30 (galleria-test-items)))
  (run-hooks 'post-command-hook)
  (should-not galleria--asked)
  (let ((last (format "%s#1" (plist-get (aref (plist-get galleria--state :items) 29) :sku))))
    (goto-char (galleria--find-place last))
    (run-hooks 'post-command-hook)
    (galleria-test-wait "sixty rows" (and (= 60 (galleria-test-items)) (galleria-test-loaded)))
    (galleria-test-check (equal last (galleria-test-place)) "point stays")
    (galleria-test-press "m")
    (galleria-test-wait "ninety rows" (and (eql 90 (plist-get galleria--state :total)) (galleria-test-loaded)))
    (galleria-test-check (equal last (galleria-test-place)) "point stays")
    (galleria-test-press "p")
    (galleria-test-press "p")
    (galleria-test-press "n")
    (galleria-test-check
     (equal (galleria-test-place)
            (format "%s#1" (plist-get (aref (plist-get galleria--state :items) 28) :sku)))
     "n and p go from row to row"))
  (should (string-search "90 of 253" (galleria--header-line))))

(ert-deftest galleria-test-08-like ()
  "A like shows on every open screen."
  (let ((catalog (galleria-test-open "catalog")) (key "NO390TO44MSA"))
    (should-not (string-search "liked" (galleria-test-row key catalog)))
    (galleria-test-go key)
    (galleria-test-press "l")
    (galleria-test-wait "the row is liked" (string-search "liked" (galleria-test-row key catalog)))
    (should (equal (galleria-test-place) (concat key "#1")))
    (galleria-test-press "RET")
    (galleria-test-wait "the product is shown"
                        (progn (set-buffer (window-buffer)) (equal galleria--route "galleria://product/NO390TO44MSA")))
    (galleria-test-wait "the product is liked" (galleria-test-shows "liked"))
    (galleria-test-press "l")
    (galleria-test-wait "the other buffer follows" (not (string-search "liked" (galleria-test-row key catalog))))
    (let ((current-prefix-arg 3)) (galleria-test-press "a"))
    (galleria-test-wait "three are in the bag" (galleria-test-shows "in the bag: 3"))))

(ert-deftest galleria-test-08-second-page ()
  "A product of the second page is liked, followed, and what is done elsewhere shows."
  (let* ((catalog (galleria-test-open "catalog")) (sku nil) (product nil))
    (when (< (galleria-test-items) 60) (galleria-test-press "m"))
    (galleria-test-wait "the second page" (and (>= (galleria-test-items) 60) (galleria-test-loaded)))
    (setq sku (plist-get (aref (plist-get galleria--state :items) 44) :sku))
    (galleria-test-go sku)
    (galleria-test-press "l")
    (galleria-test-wait "the row is liked" (string-search "liked" (galleria-test-row sku catalog)))
    (galleria-test-press "RET")
    (galleria-test-wait "its detail is shown"
                        (progn (set-buffer (window-buffer))
                               (equal galleria--route (concat "galleria://product/" sku))))
    (setq product (current-buffer))
    (galleria-test-wait "the detail is liked" (galleria-test-shows "liked"))
    ;; By the operation, as another client of the process would do it.
    (galleria-test-request "catalog.like" (list :skus sku :liked :json-false))
    (galleria-test-wait "both buffers follow"
                        (and (not (galleria-test-shows "liked" product))
                             (not (string-search "liked" (galleria-test-row sku catalog)))))))

(ert-deftest galleria-test-08-other-process ()
  "What another process did shows when the screen is loaded again."
  (let* ((catalog (galleria-test-open "catalog"))
         (sku (plist-get (aref (plist-get galleria--state :items) 2) :sku)))
    (dolist (liked '("true" "false"))
      (should (equal 0 (call-process galleria-test-binary nil nil nil
                                     "call" "catalog.like" (concat "skus=" sku) (concat "liked=" liked))))
      (galleria-test-press "g")
      (galleria-test-wait (concat "the like is " liked)
                          (and (galleria-test-loaded)
                               (eq (equal liked "true")
                                   (and (string-search "liked" (galleria-test-row sku catalog)) t)))))))

(ert-deftest galleria-test-08-any-action ()
  "Any action is asked for what it takes, and sends it in its type."
  (galleria-test-open "product" "BL204DR17KLM")
  (setq galleria-test-answers '("Add to bag" "2"))
  (galleria-test-press "x")
  (should (equal galleria-test-asked '("How many? " "1")))
  (galleria-test-wait "two are in the bag" (galleria-test-shows "in the bag: 2")))

(ert-deftest galleria-test-09-search ()
  "A search replaces the shelf, words narrow it, and are taken back."
  (galleria-test-open "shelf")
  (setq galleria-test-answers '("swift"))
  (galleria-test-press "S")
  (galleria-test-wait "the books for swift"
                      (and (equal "swift" (plist-get galleria--state :search)) (= 10 (galleria-test-items))))
  (galleria-test-check (equal (point) (next-single-property-change (point-min) 'galleria-row))
                       "point is on the first row")
  (galleria-test-press "m")
  (galleria-test-wait "the second page" (= 20 (galleria-test-items)))
  (setq galleria-test-answers '("no such book"))
  (galleria-test-press "/")
  (galleria-test-wait "nothing is left" (= 0 (galleria-test-items)))
  (galleria-test-check (galleria-test-shows "find “no such book”") "what is in force shows")
  (galleria-test-press "<escape>")
  (galleria-test-wait "all is back" (= 20 (galleria-test-items))))

(ert-deftest galleria-test-09-sort-and-filter ()
  "Rows are sorted and filtered; what is in force shows, and is taken back."
  (galleria-test-open "catalog")
  (let ((count (galleria-test-items)))
    (setq galleria-test-answers '("-price"))
    (galleria-test-press "s")
    (galleria-test-wait "they are sorted" (galleria-test-shows "sorted by price, descending"))
    (setq galleria-test-answers '("Max price" "50"))
    (galleria-test-press "f")
    (galleria-test-wait "they are cheap" (galleria-test-shows "price ≤ 50 · sorted by price"))
    (should (< (galleria-test-items) count))
    (setq galleria-test-answers '("On sale?" "yes"))
    (galleria-test-press "f")
    (galleria-test-wait "they are reduced" (galleria-test-shows "price ≤ 50 · on sale"))
    (setq galleria-test-answers '("On sale?" "any"))
    (galleria-test-press "f")
    (galleria-test-wait "the other condition stays"
                        (and (galleria-test-shows "price ≤ 50") (not (galleria-test-shows "· on sale"))))
    (galleria-test-press "c")
    (galleria-test-wait "the conditions are gone" (null (plist-get galleria--state :filter)))
    (should (equal "-price" (plist-get galleria--state :sort)))
    (galleria-test-press "c")
    (galleria-test-wait "so is the order"
                        (and (null (plist-get galleria--state :sort)) (= count (galleria-test-items))))))

(ert-deftest galleria-test-09-bag ()
  "The bag changes: asked with the present number, asked before, undone."
  (galleria-test-request "productDetail.addToBag" '(:items [(:sku "BL204DR17KLM" :quantity 2)]))
  (galleria-bag)
  (galleria-test-wait "the bag has loaded"
                      (and (galleria-test-loaded) (> (length (plist-get galleria--state :bag)) 0)))
  (cl-flet ((line () (let ((bag (plist-get galleria--state :bag))) (and (> (length bag) 0) (aref bag 0)))))
    (let ((before (plist-get (line) :quantity)) (sku (plist-get (line) :sku)))
      (galleria-test-go sku)
      (setq galleria-test-answers '("7"))
      (galleria-test-press "e")
      (should (equal galleria-test-asked (list "How many? " (number-to-string before))))
      (galleria-test-wait "seven pieces" (and (equal 7 (plist-get (line) :quantity)) galleria--undo))
      (galleria-test-press "u")
      (galleria-test-wait "as before" (equal before (plist-get (line) :quantity)))
      (setq galleria-test-questions nil galleria-test-consent nil)
      (galleria-test-press "d")
      (should (equal galleria-test-questions '("Take this product out of the bag? ")))
      (should (equal sku (plist-get (line) :sku)))
      (setq galleria-test-consent t)
      (galleria-test-press "d")
      (galleria-test-wait "it is gone" (not (equal sku (plist-get (line) :sku)))))))

(ert-deftest galleria-test-09-stays ()
  "Point stays on its row, and the row where it is in the window, when rows above come and go."
  (galleria-test-open "friends")
  (galleria-test-go "277")
  (set-window-start nil (point))
  (let ((line (line-number-at-pos)) (invitations (length (plist-get galleria--state :invitations))))
    (galleria-test-request "friends.respond" '(:answers [(:fid "401" :action "decline")]))
    (galleria-test-wait "the invitation is gone"
                        (= (1- invitations) (length (plist-get galleria--state :invitations))))
    (should (equal (galleria-test-place) "277#1"))
    (should (= (window-point) (point)))
    (should (= (line-number-at-pos) (1- line)))
    (should (= (line-number-at-pos (window-start)) (1- line)))))

(ert-deftest galleria-test-10-friends ()
  "An invitation is accepted, and a scenario chosen."
  (galleria-test-open "friends")
  (let ((before (length (plist-get galleria--state :invitations))))
    (galleria-test-go "002")
    (galleria-test-press "a")
    (galleria-test-wait "the invitation is gone"
                        (and galleria--undo (= (1- before) (length (plist-get galleria--state :invitations)))))
    (galleria-test-press "u")
    (galleria-test-wait "it is back" (= before (length (plist-get galleria--state :invitations)))))
  (setq galleria-test-answers '("Use scenario" "noFriends"))
  (galleria-test-press "x")
  (galleria-test-wait "no friends"
                      (and (equal "noFriends" (plist-get galleria--state :scenario)) (galleria-test-loaded)))
  (goto-char (point-min))
  (should-error (galleria-test-press "a") :type 'user-error))

(ert-deftest galleria-test-11-memo ()
  "A memo is edited in its own buffer, and saved even when galleria ends at once."
  (let ((book (galleria-test-open "book" "9781617294136")))
    (galleria-test-press "e")
    (should (eq major-mode 'galleria-memo-mode))
    (erase-buffer)
    (insert "읽을 것\nsecond line")
    (galleria-test-press "C-c C-c")
    (set-buffer book)
    (galleria-test-wait "the memo shows" (galleria-test-shows "second line"))
    (galleria-stop)
    (should-not (galleria-running-p))
    (galleria-test-check (and (null galleria--id) (galleria-test-shows "galleria was ended")) "it says so")
    (galleria-restart)
    (galleria-test-wait "the memo is read again"
                        (and (galleria-test-loaded)
                             (equal (plist-get galleria--state :memo) "읽을 것\nsecond line")))))

(ert-deftest galleria-test-12-unknown-route ()
  "An unknown route says what is meant, and leads there."
  (galleria "galleria://shelff")
  (galleria-test-wait "the error shows" galleria--banner)
  (galleria-test-check (galleria-test-shows "galleria://shelff") "it names the route")
  (goto-char (point-min))
  (search-forward "Did you mean galleria://shelf")
  (galleria-test-press "RET")
  (galleria-test-wait "the shelf is shown"
                      (progn (set-buffer (window-buffer)) (equal galleria--route "galleria://shelf")))
  (galleria "galleria://prodct/BL204DR17KLM")
  (galleria-test-wait "the error shows" galleria--banner)
  (goto-char (point-min))
  (search-forward "Did you mean galleria://product/BL204DR17KLM")
  (galleria-test-press "RET")
  (galleria-test-wait "the product is shown"
                      (progn (set-buffer (window-buffer))
                             (equal galleria--route "galleria://product/BL204DR17KLM"))))

(ert-deftest galleria-test-13-module-off ()
  "A module that is switched off closes its screens; r opens them again."
  (galleria-test-open "shelf")
  (galleria-test-request "host.setModule" '(:id "bookShelf" :enabled :json-false))
  (galleria-test-wait "the screen is closed" (null galleria--id))
  (galleria-test-check (and (galleria-test-shows "Closed: ") (galleria-test-shows "switched off")) "it says why")
  (should-error (galleria-test-press "m") :type 'user-error)
  (galleria-test-press "r")
  (galleria-test-wait "it is refused" (galleria-test-shows "The module bookShelf is switched off."))
  (galleria-test-request "host.setModule" '(:id "bookShelf" :enabled t))
  (galleria-test-press "r")
  (galleria-test-wait "it is open again" (and (galleria-test-loaded) (not (galleria-test-shows "switched off")))))

(ert-deftest galleria-test-14-upstream ()
  "Other settings open the screens again; a failure shows, and R tries again."
  (galleria-test-open "catalog")
  (let ((id galleria--id))
    (galleria-test-request "host.useEnvironment" '(:name "local"))
    (galleria-test-wait "it is another screen" (and galleria--id (not (equal id galleria--id)))))
  (galleria-test-wait "it failed" (and (galleria-test-loaded) (equal "error" (galleria--refresh-part :ended))))
  (galleria-test-check (galleria-test-shows "127.0.0.1") "the text tells which server")
  (galleria-test-check (string-match-p "failed, R tries again: .*127\\.0\\.0\\.1" (galleria--header-line)) (galleria--header-line))
  (let ((revision galleria--revision))
    (galleria-test-press "R")
    (galleria-test-wait "it was tried again" (and (>= galleria--revision (+ 2 revision)) (galleria-test-loaded))))
  (galleria-test-request "host.useEnvironment" '(:name "sample"))
  (galleria-test-wait "the rows are back" (and (galleria-test-loaded) (= 30 (galleria-test-items)))))

(ert-deftest galleria-test-15-crash ()
  "A crash is told, and the screens are opened again."
  (galleria-test-open "mall")
  (let ((process (jsonrpc--process galleria--connection)))
    (signal-process process 'SIGKILL)
    (galleria-test-wait "another process serves"
                        (and (galleria-running-p) (not (eq process (jsonrpc--process galleria--connection)))
                             (galleria-test-loaded))))
  (galleria-test-check (and (null galleria--banner) (= 20 (galleria-test-items))) "the screen is whole")
  (should (with-current-buffer (messages-buffer) (galleria-test-shows "ended unexpectedly"))))

(ert-deftest galleria-test-16-keys ()
  "Keys exist where the screen has the action."
  (galleria-test-open "mall")
  (should (eq (key-binding "m") 'galleria-load-more))
  (should-not (eq (key-binding "l") 'galleria-like))
  (galleria-test-open "book" "9781617294136")
  (should (eq (key-binding "e") 'galleria-edit-memo))
  (should-not (eq (key-binding "m") 'galleria-load-more))
  (galleria-test-press "?")
  (should (galleria-test-shows "memo in a buffer of its own" (get-buffer "*galleria keys*"))))

(ert-deftest galleria-test-17-width ()
  "A window of another width gets another layout, and nothing is lost by it."
  (galleria-test-open "mall")
  (galleria-test-press "m")
  (galleria-test-wait "the second page" (and (>= (galleria-test-items) 40) (galleria-test-loaded)))
  (let ((id galleria--id) (count (galleria-test-items))
        (key (number-to-string (plist-get (aref (plist-get galleria--state :items) 24) :id))))
    (galleria-test-go key)
    (dolist (columns '(60 24 100))
      (let ((galleria-test-width columns))
        (galleria--resized (selected-window))
        (galleria-test-wait (format "it is laid out for %d columns" columns)
                            (and (not galleria--resizing) (= columns galleria--width)))
        (dolist (line (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n"))
          (galleria-test-check (or (string-search "cursor=" line) (<= (string-width line) columns))
                               (concat "too wide: " line)))
        (should (equal (list galleria--id (galleria-test-items)) (list id count)))
        (should (= count (length galleria--rows)))
        (galleria-test-check (equal (galleria-test-place) (concat key "#1")) "point stays on its row"))))
  (galleria-test-columns-line-up))

(ert-deftest galleria-test-18-close ()
  "A buffer that is killed closes its screen."
  (let ((buffer (galleria-test-open "catalog")) (id galleria--id))
    (galleria-test-press "q")
    (should-not (buffer-live-p buffer))
    (cl-loop for screen across (plist-get (galleria-test-request "screen.list") :screens)
             do (should-not (equal id (plist-get screen :screen))))))

(ert-deftest galleria-test-19-command ()
  "A command that does not exist is told."
  (galleria-stop)
  (let ((galleria-command '("/nonexistent/galleria")))
    (switch-to-buffer (galleria-open "galleria://mall"))
    (galleria-test-press "r")
    (galleria-test-wait "the error shows" (galleria-test-shows "/nonexistent/galleria"))))

(ert-deftest galleria-test-20-ambiguous-width ()
  "Columns line up where the box drawing characters are wide."
  (unwind-protect
      (progn
        (use-cjk-char-width-table 'ko_KR)
        (should (= 2 (char-width ?─)))
        (galleria-restart)
        (dolist (name '("mall" "shelf"))
          (galleria-test-open name)
          (galleria-test-columns-line-up)))
    (use-default-char-width-table))
  (galleria-restart)
  (galleria-test-open "mall")
  (galleria-test-columns-line-up))

(ert-deftest galleria-test-21-place ()
  "A place is searched."
  (galleria-test-open "forecast")
  (setq galleria-test-answers '("Seoul"))
  (galleria-test-press "/")
  (galleria-test-wait "the days of Seoul" (and (= 7 (length (plist-get galleria--state :days))) (galleria-test-loaded)))
  (galleria-test-check (galleria-test-place) "point is on a day"))

(ert-deftest galleria-test-22-given-up ()
  "A program that always fails is given up, with its last words."
  (galleria-stop)
  (let ((galleria-command '("/bin/sh" "-c" "echo it is broken >&2; exit 3")) (given-up 0) (told 0))
    (cl-letf (((symbol-function 'message)
               (lambda (format &rest arguments)
                 (let ((text (apply #'format-message (or format "") arguments)))
                   (when (string-search "ended unexpectedly" text) (cl-incf told))
                   (when (string-search "not started again by itself" text) (cl-incf given-up))))))
      (switch-to-buffer (galleria-open "galleria://mall"))
      (galleria-test-wait "it is given up" (> given-up 0)))
    (should (>= told 4))
    (galleria-test-check (galleria-test-shows "it is broken") "the buffer tells why")))

(defun galleria-test-run ()
  "Run all tests in their order, and exit."
  (let ((ert-batch-backtrace-right-margin 200))
    (ert-run-tests-batch-and-exit "^galleria-test-")))

(provide 'emacs-test)
;;; emacs-test.el ends here

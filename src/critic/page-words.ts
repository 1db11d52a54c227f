/** How pages say, in the languages that the planner reads, that they are not the page that was asked for. */

/** A status code with nothing beside it but a word for it. “Fortune 500” and “401(k)” are none. */
export const statusAlone =
  /^\W*(?:error|http|status|code|fehler|erreur|errore?|erro|ошибка)?\W*([45]0\d)\W*$/iu;

/** There is no such page. It stays so, however often it is opened. */
export const missingPage =
  /(?:page|site|link|url|address|workspace|project|document|file|resource|account|post|item|product|route)\b.{0,40}(?:(?:does|do)(?: not|n['’]t) exist|(?:no longer|not|n['’]t) (?:exists?|available|here))|page (?:was |is |could |can)?(?:not|n['’]t|never)(?: be)? found|\bnot found\b|(?:couldn['’]t|could not|can['’]t|cannot|can not) find (?:the |that |this |your |a |what )?(?:page|site|link|url|address|you)|(?:seite|adresse).{0,20}nicht (?:gefunden|mehr)|introuvable|page.{0,20}n['’]existe (?:pas|plus)|página.{0,20}no (?:encontrada|existe|se)|no se (?:ha )?encontr|pagina.{0,20}non (?:trovata|esiste)|página não (?:encontrada|existe)|страниц\S* не (?:найден|существует)|ページが見つかりません|見つかりませんでした|页面不存在|找不到(?:该|此)?(?:网页|页面)|页面未找到|페이지를 찾을 수|الصفحة غير موجودة/iu;

/** Something is broken, perhaps only now. */
export const brokenPage =
  /something went wrong|unexpected error|application error|internal (?:server )?error|(?:service|site|page|website)(?: is)? (?:temporarily )?unavailable|bad gateway|gateway time-?out|an (?:unknown )?error (?:has )?occurred|failed to (?:load|compile|fetch)|unable to (?:load|connect)|could not be loaded|establishing a database connection|(?:under|down for|undergoing) (?:\w+ )?maintenance|(?:please )?try again later|ist ein fehler aufgetreten|etwas ist schief|wartungsarbeiten|une erreur (?:est|s['’]est)|(?:site|service|page) indisponible|ha ocurrido un error|algo (?:ha ido|salió) mal|si è verificato un errore|qualcosa è andato storto|algo deu errado|ocorreu um erro|произошла ошибка|что-то пошло не так|エラーが発生|出现(?:了)?(?:问题|错误)|出错了|오류가 발생|حدث خطأ/iu;

/** The page is kept from us: it takes us for a robot, or for somebody who may not see it. */
export const closedPage =
  /access (?:is |was |has been )?(?:denied|forbidden)|\b40[13]\W+(?:forbidden|unauthori[sz]ed)|^(?:forbidden|unauthori[sz]ed)\W*$|(?:not|n['’]t) (?:authori[sz]ed|allowed) to (?:view|access|see)|(?:permission|access) to (?:view|access|see) this|verify (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)\?|checking (?:your|if the site) (?:browser|connection)|^just a moment\W*$|enable javascript and cookies|unusual traffic|^attention required|zugriff verweigert|keine berechtigung|accès (?:refusé|interdit)|acceso denegado|accesso negato|acesso negado|доступ (?:запрещ|закрыт)|アクセスが拒否|拒绝访问|禁止访问|접근이 거부/iu;

/** Words for signing in, in a prompt or on a page. */
export const signIn =
  /\b(?:sign|log)[\s-]?(?:in|on|up|into)\b|\blogin\b|password|passcode|register|registration|create (?:an |your )?account|account|anmeld|einlogg|passwort|kennwort|konto|registrier|connexion|se connecter|connecte|mot de passe|inscri|compte|iniciar sesión|inicia sesión|acceder|contraseña|cuenta|regístr|acced|accesso|registrati|entrar|iniciar sessão|senha|conta\b|войти|вход|пароль|аккаунт|ログイン|サインイン|パスワード|登录|登入|密码|账号|로그인|비밀번호|تسجيل الدخول|كلمة المرور/iu;

/** Words of a banner that asks about cookies. */
export const consent =
  /cookie|consent|gdpr|privacy (?:choices|preferences|settings)|datenschutz|einwilligung|confidentialité|témoins|privacidad|galletas|riservatezza|файл(?:ы|ов) cookie|クッキー|隐私|쿠키/iu;

/** How a page says that one may open an account, which a film of somebody who buys or begins something leads to. */
export const signUp =
  /\bsign[\s-]?up\b|\bregister\b|registration|create (?:an |your |my )?account|open an account|(?:free )?trial|get started|registrier|konto (?:erstellen|anlegen|eröffnen)|inscri|créer (?:un |votre |mon )?compte|regístr|crear (?:una |tu )?cuenta|registrati|crea (?:un )?account|cadastr|criar conta|регистрац|新規登録|注册|註冊|회원가입/iu;

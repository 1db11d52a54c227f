/** How pages say, in the languages that the planner reads, that they are not the page that was asked for. */

/** There is no such page. It stays so, however often it is opened. */
export const missingPage =
  /\b404\b|page (?:was |is |could |can)?(?:not|n['’]t|never)(?: be)? (?:found|exist|available)|not found|(?:does|do)(?: not|n['’]t) exist|no longer (?:exists|available|here)|couldn['’]t find|could not find|can['’]t find|cannot find|nothing (?:here|to see)|lost\?|seite (?:wurde )?nicht gefunden|nicht gefunden|existiert nicht|introuvable|n['’]existe pas|no encontrad|no existe|no se (?:ha )?encontr|non trovat|non esiste|não encontrad|não existe|не найден|не существует|ページが見つかりません|見つかりませんでした|页面不存在|找不到|未找到|페이지를 찾을 수|غير موجودة/iu;

/** Something is broken, perhaps only now. */
export const brokenPage =
  /\b50[0234]\b|something went wrong|went wrong|unexpected error|application error|internal (?:server )?error|service (?:is )?(?:temporarily )?unavailable|temporarily unavailable|bad gateway|gateway time-?out|an error (?:has )?occurred|error occurred|failed to (?:load|compile|fetch)|unable to (?:load|connect)|could not be loaded|database connection|under maintenance|down for maintenance|try again later|ist ein fehler aufgetreten|etwas ist schief|wartungsarbeiten|nicht verfügbar|une erreur|indisponible|ha ocurrido un error|algo salió mal|no disponible|errore|qualcosa è andato storto|algo deu errado|ocorreu um erro|ошибка|что-то пошло не так|エラーが発生|问题|出错|错误|오류가|خطأ/iu;

/** The page is kept from us: it takes us for a robot, or for somebody who may not see it. */
export const closedPage =
  /\b40[13]\b|access (?:is |was )?denied|forbidden|not (?:authori[sz]ed|allowed)|unauthori[sz]ed|permission(?:s)? (?:to|required|denied)|don['’]t have (?:access|permission)|verify (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)|checking your browser|just a moment|enable javascript and cookies|unusual traffic|attention required|captcha|zugriff verweigert|keine berechtigung|accès (?:refusé|interdit)|acceso denegado|accesso negato|acesso negado|доступ (?:запрещ|закрыт)|アクセスが拒否|拒绝访问|禁止访问|접근이 거부/iu;

/** Words for signing in, in a prompt or on a page. */
export const signIn =
  /\b(?:sign|log)[\s-]?(?:in|on|up|into)\b|\blogin\b|password|passcode|register|registration|create (?:an |your )?account|account|anmeld|einlogg|passwort|kennwort|konto|registrier|connexion|se connecter|connecte|mot de passe|inscri|compte|iniciar sesión|inicia sesión|acceder|contraseña|cuenta|regístr|acced|accesso|registrati|entrar|iniciar sessão|senha|conta\b|войти|вход|пароль|аккаунт|ログイン|サインイン|パスワード|登录|登入|密码|账号|로그인|비밀번호|تسجيل الدخول|كلمة المرور/iu;

/** Words of a banner that asks about cookies. */
export const consent =
  /cookie|consent|gdpr|privacy (?:choices|preferences|settings)|datenschutz|einwilligung|confidentialité|témoins|privacidad|galletas|riservatezza|файл(?:ы|ов) cookie|クッキー|隐私|쿠키/iu;

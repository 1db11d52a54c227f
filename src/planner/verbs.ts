import { isSlip } from './slips.ts';
import { fold, stem } from './words.ts';

/** What a clause of a prompt asks for. */
export type Verb =
  | 'press'
  | 'go'
  | 'set'
  | 'expand'
  | 'type'
  | 'fill'
  | 'search'
  | 'filter'
  | 'sort'
  | 'scroll'
  | 'hover'
  | 'show'
  | 'submit'
  | 'start'
  | 'wait'
  | 'close';

/** Imperatives, longest first when matched; stems of single English words stand for all their forms. */
const lexicon: Record<Verb, string> = {
  press:
    'click, click on, click through, bring up, pull up, call up, press on, press, tap, tap on, hit, push, open, open up, launch, öffne, öffnen, klicke, klick, klicke auf, ouvre, ouvrir, ouvrez, ouvrez, öffnen sie, klicken sie auf, drücke, drücken sie, cliquant sur, pulsando, haciendo clic en, cliccando su, clicando em, clique sur, cliquer sur, appuie sur, appuyez sur, cliquez sur, abre, abrir, haz clic en, pulsa, apri, clicca su, clicca, premi, apra, pulsa en, pulse, haga clic en, presiona, toca, abra, clique, clique no, clique na, clique em, pressione, aperte, toque em, открой, нажми, нажмите, افتح, انقر على, انقر, اضغط على, اضغط, 点击, 打开, 按, 單擊, 點擊, クリック, 開く, 클릭, 열기',
  go: 'go, go to, go on to, navigate, navigate to, visit, head to, head over to, jump to, move to, follow, return to, go back to, take us to, take me to, gehe zu, geh zu, navigiere zu, va sur, aller à, va à la, va au, allez, allez à, va a, ve a, ve al, ir a, vaya a, vai, vai a, vai alla, vai al, vá, vá para, vá até, ga naar, gehen sie zu, перейди, اذهب إلى, انتقل إلى, 前往, 去, 进入, 移動',
  set: 'passe, passez, mets, mettez, règle, setze, setzen sie, pon, cambia, imposta, metti, switch, switch to, switch on, switch off, toggle, toggle to, flip, turn on, turn off, enable, disable, choose, select, pick, check, tick, change to, change, set, set to, adjust, drag, slide, untick, uncheck, deselect, mark as, make it, opt for, go for, go with, wählen sie, wähle, wechsle zu, wechsle, stelle, stell, ändere, schalte, choisis, choisissez, choisir, sélectionne, sélectionner, passe à, coche, active, elige, elija, selecciona, seleccione, marca, cambia a, scegli, seleziona, escolha, selecione, marque, выбери, اختر, بدل إلى, 选择, 切换到, 切換, 選択, 선택',
  expand:
    'expand, unfold, reveal, collapse, aufklappen, klappe auf, déplie, despliega, espandi, وسع, 展开, 展開',
  type: 'type, type in, key in,  enter, write, input, put, insert, tippe, gib ein, schreibe, saisis, saisissez, tapez, écris, écrivez, geben sie, escribe, introduce, scrivi, inserisci, digite, введи, اكتب, أدخل, 输入, 輸入, 入力',
  fill: 'fill, leave a, leave us a, leave them a, leave your, leave my, drop us a, drop them a, write us a, write them a, write a, write us, write to us, write to them, write them, fill in, fill out, fill up, complete, remplissant, rellenando, compilando, preenchendo, ausfüllen, fülle aus, fülle, remplis, remplir, remplissez, füllen sie, rellena, rellene, completa, complete, compila, compilare, preencha, заполни, املأ, 填写, 填寫, 記入',
  search:
    'search, search for, look up, look for, search through, search in, find, suche, suche nach, cherche, recherche, busca, busque, buscar, pesquise, procure, recherchez, cerca, suchen sie, найди, ابحث عن, 搜索, 搜尋, 検索',
  filter:
    'filter, filter by, filter for, filter to, narrow down, narrow down to, limit to, only show, show only, filtere, filtere nach, filtre, filtre par, filtra, filtra por, filtra per, 筛选, 篩選, 絞り込む',
  sort: 'sort, sort by, order by, sortiere, sortiere nach, trie, trie par, ordena, ordena por, ordina, ordina per, 排序',
  scroll:
    'scroll, scroll to, scroll down, scroll up, swipe, scrolle, scrolle zu, défile, fais défiler, desplázate, scorri, role, прокрути, مرر, 滚动, 滾動, スクロール',
  hover:
    'hover, hover over, hover on, mouse over, point at, point to, fahre über, survole, pasa el ratón por, passa sopra, 悬停, ホバー',
  show: 'show, show off, answer, describe, tell, tell us, tell me, tell them, tell people, tell viewers, tell us about, browse, browse through, take a look at, take a closer look at, have a look at, get a closer look at, take a peek at, look through, look over, look into, go through, go over, run through, run us through, take me through, take us through, walk us through, walk people through, walk viewers through, talk about, talk us through, point out, draw attention to, call attention to, bring out, discover, illustrate, promote, advertise, reveal what, concentrate on, dwell on, spend time on, stay on, stay with, pan over, pan across, pan to, pan through, let me see, let us see, let viewers see, give a tour of, give me a tour of, give us a tour of, give an overview of, give me an overview of, give us an overview of, give me, give us, get to know, find out, find out about, find out how, find out what, learn about, learn how, learn what, read about, read through, explore how, check out the, check out our, check out how, check out what, check how, check what, check whether, check if, check the price of, check the prices, end in, close on, close with, finish at, conclude with, open with, open on, meet, show me, show us, show how to, show how, highlight, zoom in on, zoom on, zoom into, zoom to, focus on, present, demonstrate, showcase, spotlight, introduce, introduce the, introduce this, introduce our, introduce your, introduce its, introduce us, introduce a, explain, vergleiche, erkläre, compare les, comparez, explique, compara, explica, spiega, tour, walk through, walk me through, look at, see, watch, display, emphasize, emphasise, cover, include, mention, feature, linger on, end on, end with, finish on, finish with, start with, begin with, start on, start at, zeig, zeige, erzähl, erzähle, erzähl mir, erzähle mir, erzähl uns, raconte, raconte-moi, racontez, présente, présentez, parle de, parlez de, cuenta, cuéntame, cuéntanos, cuente, presenta, presente, habla de, raccontami, racconta, mostrami, mostraci, presentaci, presentami, fammi vedere, conta, conte, conte-nos, apresenta, apresente,  zeigen sie, montre, montrez, muestra, muestre, enseña, mostra, mostre, toon, покажи, اعرض, أظهر, 显示, 展示, 介绍, 介紹, 見せて, 表示, 보여줘',
  submit: 'submit, send, absenden, envoie, envoyer, envía, invia, envie, отправь, أرسل, 提交, 送信',
  start:
    'lege, leg, packe, pack, passe commande, passe une commande, passez commande, passer commande, place an order, place your order, place the order, start, begin, reset, recover, restore, make, make a, sign me up, sign us up, sign me up for, sign us up for, set up, try, get, create, sign up, sign up for, register, register for, subscribe, subscribe to, join, log in, sign in, login, book, request, download, add, play, read, learn, contact, apply, explore, reserve, install, upgrade, delete, remove, erase, pay, buy, purchase, order, donate, check out, accept, reject, sign out, log out, log off, sign me out, cancel, share, copy, save, export, import, run, watch the, starte, beginne, füge, melde dich an, melde mich an, registriere dich, registriere, abonniere, buche, buchen, reserviere, lade, installiere, kaufe, bestelle, lösche, melde dich ab, melde mich ab, logge dich aus, commence, ajoute, ajouter, ajoutez, inscris-toi, inscris, inscrivez-vous, s’inscrire, abonne-toi, réserve, réserver, réservez, télécharge, installe, achète, acheter, commande, supprime, connecte-toi, déconnecte-toi, crée, empieza, comienza, añade, añadir, agrega, regístrate, suscríbete, inscríbete, reserva, reservar, descarga, instala, instalar, compra, comprar, borra, elimina, inicia sesión, cierra sesión, crea, inizia, aggiungi, iscriviti, registrati, prenota, scarica, installa, acquista, comece, adicione, начни, ابدأ, 开始, 注册, 試す',
  wait: 'wait, pause, hold, stop, rest, warte, attends, espera, aspetta, 等待',
  close: 'close, dismiss, hide, schließe, ferme, cierra, chiudi, feche, закрой, أغلق, 关闭, 關閉, 閉じる',
};

const bareToken = (token: string) => fold(token).replace(/[^\p{L}\p{N}']/gu, '');

interface Entry {
  verb: Verb;
  /** Folded words; the first is a stem for English. */
  words: string[];
}
const joined: { verb: Verb; phrase: string }[] = [];
const entries = new Map<string, Entry[]>();
for (const [verb, list] of Object.entries(lexicon) as [Verb, string][])
  for (const phrase of list.split(',').map((one) => fold(one.trim()))) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(phrase)) joined.push({ verb, phrase });
    const words = phrase.split(' ').map(bareToken);
    const key = stem(words[0]!);
    entries.set(
      key,
      [...(entries.get(key) ?? []), { verb, words: [key, ...words.slice(1)] }].sort(
        (a, b) => b.words.length - a.words.length,
      ),
    );
  }

/** The imperative a text starts with, and what is left of the text. Also "opens", "opening"; null where there is none. */
export function leadingVerb(
  text: string,
): { verb: Verb; said: string; rest: string; gerund: boolean } | null {
  const trimmed = text.trim();
  const tokens = trimmed.split(/\s+/);
  const first = bareToken(tokens[0] ?? '');
  for (const { verb, words } of entries.get(stem(first)) ?? []) {
    const follows = words.slice(1).every((word, index) => bareToken(tokens[index + 1] ?? '') === word);
    if (!follows) continue;
    const said = tokens.slice(0, words.length).join(' ');
    if (verb !== 'show' && isThing(first, tokens[words.length], /^\p{Lu}/u.test(said))) continue;
    return { verb, said, rest: tokens.slice(words.length).join(' '), gerund: first.endsWith('ing') };
  }
  const slip = misspelled(first, tokens[1]);
  if (slip) return { verb: slip, said: tokens[0]!, rest: tokens.slice(1).join(' '), gerund: false };
  const glued = joined
    .filter(({ phrase }) => trimmed.startsWith(phrase))
    .sort((a, b) => b.phrase.length - a.phrase.length)[0];
  return glued
    ? { verb: glued.verb, said: glued.phrase, rest: trimmed.slice(glued.phrase.length), gerund: false }
    : null;
}

const commonVerbs = [
  'show',
  'click',
  'open',
  'press',
  'scroll',
  'select',
  'choose',
  'switch',
  'search',
  'expand',
  'highlight',
  'display',
  'present',
  'explain',
  'navigate',
  'enter',
  'submit',
  'visit',
];

/** "Shwo the prices": a slip in a common imperative, which something follows that is shown or pressed. */
function misspelled(first: string, next: string | undefined): Verb | null {
  if (first.length < 4 || next === undefined) return null;
  const meant = commonVerbs.find((verb) => isSlip(first, verb));
  return meant ? (entries.get(stem(meant))?.[0]?.verb ?? null) : null;
}

/** "Opening hours", "booking form": a thing's name and nothing to do, other than "opening the menu" or "opening Reports". */
function isThing(first: string, next: string | undefined, isTitle: boolean): boolean {
  const nouns =
    /^(?:opening|closing|booking|starting|running|reading|learning|writing|playing|ordering|filling|training|searching|reporting)$/;
  if (!nouns.test(first) || next === undefined) return false;
  return isTitle
    ? /^\p{Lu}/u.test(next)
    : /^(?!(?:the|an?|our|your|my|its|this|that|up|on|in|into|to|for|from|with|out|all|each)\b)\p{Ll}/u.test(
        next,
      );
}

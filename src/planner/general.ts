/**
 * Wishes for a film of the whole: "make a teaser for the app", "a short intro to this company", "mach einen Rundgang". They name
 * nothing on the page, so nothing of them may be looked for on it: "landing page" is not the opening, "our agency" no heading.
 */
export function withoutGeneral(text: string): string {
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, '$1'), text);
  return rest.replace(filmOf, '$1show ').trim();
}

const list = (...words: string[]) => `(?:${words.join('|')})`;

const wish =
  "(?:(?:please|can you|could you|i(?:'d| would)? (?:like|love|want|need)|we(?:'d| would)? (?:like|want|need)|let's|just)\\s+(?:to\\s+)?)*";
const makes = list(
  'make|create|record|produce|generate|film|shoot|prepare|build|do|cut|give|get|have|write|put together',
  'mach|mache|erstelle|gib|produziere',
  '(?:fais|faites|crée|donne|réalise)(?:-(?:moi|nous))?',
  'haz|hazme|crea|da|dame|danos|quiero|fai|dammi|faça|crie',
);
const shows = list(
  'show|see|present|introduce|explain|promote|advertise|walk|take|zeig|zeige|stell|montre|présente',
  '(?:montre|présente)-(?:moi|nous)|muestra|enseña|presenta|mostra|presentami|mostrami|mostre|apresente',
);
const whom = '(?:(?:me|us|them|people|viewers|visitors|mir|uns|moi|nous|nos|ci|mi)\\s+)?';
// "Show the intro" and "watch the tour" are about something of that name; "a tour" is a film.
const article = list('an?', 'some', 'one', 'eine?n?', 'une?', 'una', 'uno', 'uma', 'um');
const words = '(?:[\\p{L}\\d-]+\\s+){0,4}?';
const sorts = list(
  'quick|short|brief|general|little|nice|simple|fast|full|complete|guided|product|page|site|website|company|app|promo|video',
  '\\d+|seconds?|sec|s|kurze[rn]?|schnelle[rn]?|petite?|breve|rápida',
);
const films = list(
  ...[
    'videos?',
    'films?',
    'demos?',
    'clip',
    'movie',
    'recording',
    'screen ?cast',
    'show ?reel',
    'reel',
    'promo',
    'spot',
  ],
  ...[
    'teaser',
    'trailer',
    'intro',
    'introduction',
    'overview',
    'tour',
    'walk-?through',
    'run-?through',
    'rundown',
  ],
  ...['summary', 'presentation', 'explainer', 'advert', 'commercial', 'look', 'glimpse', 'impression', 'gif'],
  ...['rundgang', 'überblick', 'vorstellung', 'einführung', 'einblick', 'vorschau'],
  ...['visite', 'aperçu', 'présentation', 'bande-annonce', 'vidéo', 'démo', 'tour d’horizon'],
  ...[
    'visita',
    'recorrido',
    'resumen',
    'vistazo',
    'presentación',
    'panoramica',
    'giro',
    'presentazione',
    'apresentação',
    'vídeo',
  ],
);
const wholes = list(
  ...[
    'page',
    '(?:web ?)?site',
    '(?:home|landing) ?page',
    'app',
    'application',
    'product',
    'company',
    'business',
    'agency',
  ],
  ...[
    'studio',
    'start-?up',
    'firm',
    'brand',
    'shop',
    'store',
    'restaurant',
    'café',
    'cafe',
    'bistro',
    'hotel',
    'clinic',
  ],
  ...[
    'practice',
    'school',
    'event',
    'conference',
    'festival',
    'service',
    'platform',
    'tool',
    'software',
    'template',
    'theme',
  ],
  ...[
    'dashboard',
    'project',
    'library',
    'package',
    'museum',
    'bakery',
    'place',
    'organi[sz]ation',
    'portfolio',
  ],
  ...['seite', 'webseite', 'produkt', 'firma', 'unternehmen', 'agentur', 'laden', 'praxis', 'anwendung'],
  ...['appli', 'produit', 'entreprise', 'société', 'agence', 'boutique', 'boulangerie', 'musée'],
  ...['página', 'sitio', 'web', 'aplicación', 'producto', 'empresa', 'agencia', 'tienda', 'restaurante'],
  ...['pagina', 'sito', 'prodotto', 'azienda', 'agenzia', 'negozio', 'ristorante', 'museo', 'loja'],
);
const of = list(
  'of',
  'for',
  'about',
  'on',
  'to',
  'through',
  'around',
  'into',
  'at',
  'durch',
  'über',
  'von',
  'für',
  'zu',
);
const romance = list(
  'de',
  'du',
  'sur',
  'pour',
  'sobre',
  'por',
  'para',
  'del',
  'della',
  'dello',
  'per',
  'da',
  'do',
);
const owner =
  "(?:(?:the|our|this|my|your|their|its|whole|entire|die|der|das|diese|unsere|la|le|les|el|los|l['’]|il|lo|toute|toda|tutta)\\s*)*";
const subject = list(
  `${owner}(?:[\\p{L}\\d-]+\\s+)?${wholes}`,
  'it|this|us|them|everything',
  'what\\s+(?:[\\p{L}\\d-]+\\s+){1,3}(?:does|do|is|are|offers?|is about|can do|has to offer)(?:\\s+(?:about|all about))?',
);

/** The thing itself, where "show the …" can only mean all of it: a store or a company may be a part of its page too. */
const itself = list(
  'page|(?:web ?)?site|(?:home|landing) ?page|app|application|product|agency|studio|platform|tool|software|template|theme|brand',
  'seite|webseite|website|produkt|anwendung|appli|produit|página|sitio|aplicación|producto|pagina|sito|prodotto',
);

const start = '(^|[.!;]\\s+)';
const end =
  '(?:\\s+(?:please|bitte))?(?=\\s*(?:$|[.!?,;]|\\s(?:and|but|without|except|und|et|y|ohne|sans|sin)\\s))';
const film =
  `${films}(?:\\s+${films})?(?:\\s+(?:rapide|guidée|guiada|rápid[oa]|guidata|veloce|complet))*` +
  `(?:\\s+(?:${of}|${romance})\\s*${subject})?`;

const patterns = [
  `${wish}${makes}\\s+${whom}(?:${article}\\s+)?${words}${film}`,
  `${wish}(?:${shows}\\s+${whom}|)${article}\\s+${words}${film}`,
  `(?:${sorts}\\s+){0,3}${film}`,
  `${wish}${shows}\\s+${whom}(?:through\\s+|vor\\s+)?${owner}${itself}`,
  `${wish}${shows}\\s+${whom}around`,
  `what\\s+(?:is|does|are)\\s+(?:${owner}${wholes}|it|this)(?:\\s+(?:do|for|all about|about))?`,
].map((pattern) => new RegExp(`${start}${pattern}${end}`, 'giu'));

/** "Short video about the pricing": the film is one thing, and what it is about another. */
const filmOf = new RegExp(
  `${start}(?:${article}\\s+)?(?:${sorts}\\s+){0,3}${films}\\s+(?:of|about|on|at|über|von|de|du|sobre|sur)\\s+(?!how\\b)`,
  'giu',
);

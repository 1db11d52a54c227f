import { withoutGeneral } from './general.ts';

/**
 * What people write around what they ask for: that a film be made, how long and for whom, and that the whole page be in it. The
 * planner is told these by other means; left in, their words were taken for things on the page.
 */
export function withoutPreamble(prompt: string): string {
  let text = withoutGeneral(prompt.trim());
  for (const [pattern, instead] of preambles) text = text.replace(pattern, instead);
  return withoutGeneral(text);
}

const wish =
  "(?:please\\s+|can you\\s+|could you\\s+|would you\\s+|i(?:'d| would)? (?:like|love|want|need)(?: you)?(?: to)?\\s+|we(?:'d| would)? (?:like|want|need)(?: you)?(?: to)?\\s+|let's\\s+|help me\\s+)*";
const making =
  '(?:make|create|record|produce|generate|film|shoot|prepare|build|do|cut|give|get|have|see|put together|come up with)';
const film =
  '(?:videos?|films?|demos?|demonstration|clip|movie|recording|screen ?cast|walk-?through|showreel|reel|promo|spot|presentation|animation|gif)';

const preambles: [RegExp, string][] = [
  // Thanks, and what it is for: "for our board meeting I would like to see …".
  [
    /[,;.!]?\s*\b(?:if (?:that is|that's|it is|it's|at all) possible|if possible|if you (?:would|could|can)(?: be so kind| please)?|if you don't mind|when you (?:can|have time)|many thanks|thank you(?: very much| so much)?|thanks(?: a lot| so much)?|danke(?: schön)?|merci(?: beaucoup)?|gracias|grazie|obrigad[oa])\b[\s.!,]*(?=$|[.,;!]|\b(?:and|then|sort|show|open)\b)/giu,
    ' ',
  ],
  [
    /^(?:for|as|since|because|before|during|at)\s[^.;:!?]{3,70}?[,\s]\s*(?=(?:i|we)(?:'d| would| want| need)\b|(?:please|can you|could you)\b)/iu,
    '',
  ],
  // "Make me a short video that shows …", "a 10-second clip of …".
  [
    new RegExp(
      `(^|[.!;]\\s+)${wish}(?:${making}\\s+)?(?:me\\s+|us\\s+)?(?:an?|the|one|some|this|our)\\s+(?:[\\w-]+\\s+){0,4}?${film}\\s+(?:(?:for|to)\\s+[^,.;:]{1,40}?\\s+)?(?:that\\s+|which\\s+|where\\s+(?:you\\s+)?|in which\\s+(?:you\\s+)?|of\\s+|about\\s+|on\\s+(?=how|the)|to\\s+(?=show)|showing\\s+|:\\s*)(?:how\\s+)?(?:shows?\\s+|showing\\s+)?`,
      'giu',
    ),
    '$1show ',
  ],
  [
    /^(?:erstelle|mach|mache|produziere)\s+(?:mir\s+|uns\s+)?ein(?:en?)?\s+(?:\S+\s+){0,3}?(?:video|film|clip|demo)\s+(?:über|zu|von|mit|,?\s*d(?:as|er)\s+)\s*/iu,
    'zeige ',
  ],
  [
    /^(?:fais|crée|réalise)(?:-moi)?\s+une?\s+(?:\S+\s+){0,3}?(?:vidéo|film|clip|démo)\s+(?:sur|de|avec|qui montre)\s+/iu,
    'montre ',
  ],
  [
    /^(?:haz|crea|graba)(?:me)?\s+un\s+(?:\S+\s+){0,3}?(?:vídeo|video|clip|demo)\s+(?:sobre|de|con|que muestre)\s+/iu,
    'muestra ',
  ],
  // "Use the search to find lamps" is to search for lamps.
  [
    /\b(?:use|using)\s+(?:the\s+)?(?:[\p{L}-]+\s+){0,2}(?:search|filters?|form|menu|tabs?|navigation|nav|bar|box|field|slider|toggle|switch|buttons?)(?:\s+(?:bar|box|field|at the top))?\s+(?:to|and)\s+(?=\p{L})/giu,
    '',
  ],
  [
    /\b(everything|all|anything|every section|the whole page)\s+but\s+(?!skip|not\b|no\b|omit|ignore|leave|without|don't|do not)/giu,
    '$1 except ',
  ],
  // "Order by filling in the form": the means is what is done, and says all of it.
  [
    /^.{3,60}?\s+by\s+(?=(?:filling|clicking|pressing|choosing|selecting|typing|entering|opening|using)\b)/iu,
    '',
  ],
  [/^.{3,60}?\s+en\s+(?=(?:remplissant|cliquant)\b)/iu, ''],
  [/^[¿¡]+/u, ''],
  [
    /(^|\s(?:and|then)\s+)(?:the\s+)?((?:cheapest|newest|latest|lowest|highest|best)(?:\s+\w+)?)\s+first\b/giu,
    '$1sort by $2',
  ],
  // All of it, which is what a film without further words shows.
  [
    /\b(?:all the way\s+)?from\s+(?:the\s+)?(?:very\s+)?(?:top|start|beginning)\s+to\s+(?:the\s+)?(?:very\s+)?(?:bottom|end|finish)\b/giu,
    '',
  ],
  [
    /\b(?:slowly|quickly|briefly|smoothly|nicely|carefully|gently|calmly|gradually|steadily|leisurely)\s+(?=\p{L})/giu,
    '',
  ],
  // How long and for whom: told by other settings.
  [
    /[,;]?\s+(?:in|within|for|en|dans|pendant|auf)\s+(?:about\s+|under\s+|roughly\s+|less than\s+)?(?:\d+|five|ten|thirty|fünf|zehn|dreißig|cinq|dix|trente|cinco|diez|treinta|cinque|dieci|trenta|dez)[\s-]*(?:s|sec|secs|seconds?|sekunden?|secondes?|segundos?|secondi)\b/giu,
    '',
  ],
  [
    /[,;]?\s+for\s+(?:our\s+|the\s+|my\s+|a\s+)?(?:[\w-]+\s+)?(?:instagram|linkedin|tiktok|twitter|youtube|social media|landing page|investors?|newsletter subscribers)\b(?:\s+post)?/giu,
    '',
  ],
];

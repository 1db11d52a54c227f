import { anyOf } from '../../language/patterns.ts';
import { sentences } from '../../language/vocabulary.ts';
import { withoutGeneral } from './whole-page-request.ts';

/**
 * Removes what people write around their wish: that a film be made, how long and for whom, and that the whole page be in it.
 * Other settings tell the planner these. Where they were left in, their words were taken for things on the page.
 */
export function withoutPreamble(prompt: string): string {
  let text = withoutGeneral(prompt.trim());
  for (const [pattern, instead] of preambles) text = text.replace(pattern, instead);
  return withoutGeneral(text);
}

const preambles: (readonly [RegExp, string])[] = [
  // Thanks, and the occasion: "for our board meeting I would like to see …".
  [
    new RegExp(
      `[,;.!]?\\s*\\b${anyOf('prompt', 'thanks')}\\b[\\s.!,]*(?=$|[.,;!]|\\b(?:and|then|sort|show|open)\\b)`,
      'giu',
    ),
    ' ',
  ],
  [
    /^(?:for|as|since|because|before|during|at)\s[^.;:!?]{3,70}?[,\s]\s*(?=(?:i|we)(?:'d| would| want| need)\b|(?:please|can you|could you)\b)/iu,
    '',
  ],
  // The film itself: "make me a short video that shows …", "a 10-second clip of …".
  ...sentences('filmOf'),
  // "Use the search to find lamps" asks to search for lamps.
  [
    /\b(?:use|using)\s+(?:the\s+)?(?:[\p{L}-]+\s+){0,2}(?:search|filters?|form|menu|tabs?|navigation|nav|bar|box|field|slider|toggle|switch|buttons?)(?:\s+(?:bar|box|field|at the top))?\s+(?:to|and)\s+(?=\p{L})/giu,
    '',
  ],
  [
    /\b(everything|all|anything|every section|the whole page)\s+but\s+(?!skip|not\b|no\b|omit|ignore|leave|without|don't|do not)/giu,
    '$1 except ',
  ],
  // What a deed is for, where the deed itself follows: "order by filling in the form".
  ...sentences('means').map((means): [RegExp, string] => [means, '']),
  [/^[¿¡]+/u, ''],
  [
    /(^|\s(?:and|then)\s+)(?:the\s+)?((?:cheapest|newest|latest|lowest|highest|best)(?:\s+\w+)?)\s+first\b/giu,
    '$1sort by $2',
  ],
  // From top to bottom, which is what a film shows without further words.
  [
    /\b(?:all the way\s+)?from\s+(?:the\s+)?(?:very\s+)?(?:top|start|beginning)\s+to\s+(?:the\s+)?(?:very\s+)?(?:bottom|end|finish)\b/giu,
    '',
  ],
  [
    /\b(?:slowly|quickly|briefly|smoothly|nicely|carefully|gently|calmly|gradually|steadily|leisurely)\s+(?=\p{L})/giu,
    '',
  ],
  // How long and for whom, which other settings tell.
  [
    new RegExp(
      `[,;]?\\s+${anyOf('film', 'lasting')}\\s+(?:about\\s+|under\\s+|roughly\\s+|less than\\s+)?(?:\\d+|${anyOf('film', 'secondCounts')})[\\s-]*${anyOf('film', 'seconds')}\\b`,
      'giu',
    ),
    '',
  ],
  [
    /[,;]?\s+for\s+(?:our\s+|the\s+|my\s+|a\s+)?(?:[\w-]+\s+)?(?:instagram|linkedin|tiktok|twitter|youtube|social media|landing page|investors?|newsletter subscribers)\b(?:\s+post)?/giu,
    '',
  ],
];

import { fold } from '../../../language/words.ts';

/** Words for spans of time, as languages have them: "seconds", "Tage". */

const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

const unitOf = new Map(
  languages.flatMap((language) =>
    units.flatMap((unit) =>
      [1, 2].map((count) => {
        const written = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
        const parts = written.formatToParts(count).filter(({ type }) => type === 'unit');
        return [fold(parts.map(({ value }) => value).join('')), unit] as const;
      }),
    ),
  ),
);

/** Whether a text says spans of time, and none of them is that of a unit: “Undo within: seconds” for "days". */
export function saysOtherSpan(text: string, unit: string): boolean {
  const asked = unitOf.get(fold(unit));
  if (asked === undefined) return false;
  const said = (fold(text).match(/\p{L}+/gu) ?? []).flatMap((word) => unitOf.get(word) ?? []);
  return said.length > 0 && !said.includes(asked);
}

import type { Deed } from './deed.ts';

/** "Have abandoned checkout e-mails sent after 6 hours": nobody has anything abandoned, and the verb is "have". English only. */
export function withParticiple(deed: Deed): Deed {
  const [, behind] = haveSome.exec(deed.verb) ?? [];
  const [first, ...others] = deed.fields;
  if (!behind || !first) return deed;
  return {
    ...deed,
    verb: 'have',
    fields: [{ ...first, field: `${behind} ${first.field}`.trim() }, ...others],
  };
}
const haveSome = /^have (\p{Ll}+(?:ed|en)\b.*)$/u;

import type { Deed, FieldValue, Mention } from '../../../prompt/deed.ts';

/** What a prompt says beside its deeds: the product, a reason, what is to be marked. English only. */

/** "Have Tidewell show times on the 24-hour clock": the product is no thing in itself. */
export function withoutProduct(deed: Deed, title: string): Deed {
  const parts = title.toLowerCase().split(/\s+[|–—·-]\s+|:\s+/);
  const isProduct = ({ name, kind }: Mention) =>
    name !== null && kind === '' && parts.includes(name.toLowerCase());
  const places = deed.places.filter((place) => !isProduct(place));
  const isAbout =
    // "Rename Projects to Work" is about the page that is open, whose title says so.
    deed.thing !== null && isProduct(deed.thing) && deed.fields.length > 0 && letsDo.test(deed.verb);
  return isAbout || places.length < deed.places.length
    ? { ...deed, places, thing: isAbout ? null : deed.thing }
    : deed;
}

const letsDo = /^(?:have|let|get|make|give)$/;

/** "Put the order on hold because the address needs checking": a form may ask for the reason. */
export function withReason(deeds: readonly Deed[], prompt: string): readonly Deed[] {
  const [only, ...others] = deeds;
  const [, text] = because.exec(prompt.trim()) ?? [];
  if (!only || others.length > 0 || !text || only.fields.some(({ field }) => /reason/i.test(field)))
    return deeds;
  return [{ ...only, fields: [...only.fields, { ...saidAs(text), field: 'reason', isAside: true }] }];
}
const because = /\sbecause (?:of )?(.{3,80}?)\.?$/iu;

/** "Mark that you currently work there" may be left out by a reading, and the form has a switch for it. */
export function withMarks(deeds: readonly Deed[], prompt: string): readonly Deed[] {
  const [first, ...others] = deeds;
  const [, text] = marked.exec(prompt) ?? [];
  if (first?.kind !== 'create' || !text) return deeds;
  const isRead = deeds.some(
    ({ said, fields }) =>
      fields.some(({ value }) => value.to === 'text' && value.text === text) || marked.test(said),
  );
  return isRead ? deeds : [{ ...first, fields: [...first.fields, saidAs(text)] }, ...others];
}
const marked = /\b(?:mark|note|tick|indicate) that (?:you|I|we|he|she|they) ([^,.;]{3,60})/iu;

const saidAs = (text: string): FieldValue => ({
  field: '',
  value: { to: 'text', text, exact: false, unit: null },
  from: null,
  said: text,
});

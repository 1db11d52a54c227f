import type { Deed, Mention } from '../../../prompt/deed.ts';

/** The things and places of a deed, where the words around a name were taken for a part of it, or it for a part of them. English only. */
export const withThingsAnew = (deed: Deed): Deed => ({
  ...deed,
  thing: deed.thing && ofPerson(withoutAside(ofYours(byCode(ofItsKind(deed.thing), deed), deed)), deed),
  places: deed.places.map((place) => ofYours(byCode(place, deed), deed)),
});

/** "The notification about 'Wrong VAT'" is a notification, and "the rating left by Ann Lee" a rating. */
const ofItsKind = (mention: Mention): Mention => ({ ...mention, kind: mention.kind.replace(toldBy, '') });
const toldBy = /\s(?:about|on|regarding|titled|called|named|left|sent|made|written|given|filed)$/i;

/** "Order #4119" is an order. */
function byCode(mention: Mention, { said }: Deed): Mention {
  const [, kind, name] =
    mention.kind === '' && !isQuoted(mention.name, said) ? (withCode.exec(mention.name ?? '') ?? []) : [];
  return kind && name ? { ...mention, name, kind } : mention;
}
const withCode = /^(\p{Ll}{3,}(?: \p{Ll}{3,})?) (#\d+|(?=\S*\d)\p{Lu}[\p{Lu}\d-]*)$/u;

/** "Your profile" is no name. */
function ofYours(mention: Mention, { said }: Deed): Mention {
  const [, kind] =
    mention.kind === '' && !isQuoted(mention.name, said) ? (yours.exec(mention.name ?? '') ?? []) : [];
  return kind ? { ...mention, name: null, kind } : mention;
}
const yours = /^(?:your|my|our) (\p{Ll}[\p{Ll}-]*(?: \p{Ll}[\p{Ll}-]*)?)$/u;

/** "The request for the Atrium room (not his time off)" is not called by what stands in the brackets. */
function withoutAside(mention: Mention): Mention {
  const name = mention.name?.replace(/\s*\(not\s[^)]*\)$/i, '') ?? null;
  if (name === mention.name || !name) return mention;
  // "The Atrium room" is where there may stand only “Atrium”.
  return { ...mention, name: null, qualifiers: [`for ${name}`, ...mention.qualifiers] };
}

/** "Reschedule the appointment with Ann Lee": its row is called by her name. */
function ofPerson(mention: Mention, { kind }: Deed): Mention {
  const [only, ...others] = mention.qualifiers;
  if (kind === 'create' || kind === 'open' || mention.name !== null || !only || others.length > 0)
    return mention;
  const [, name] = byWhom.exec(only) ?? [];
  return name ? { ...mention, name, qualifiers: [] } : mention;
}
const byWhom = /^(?:with|by|from|of) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,2})$/u;

const isQuoted = (name: string | null, said: string) =>
  name !== null && ["'", '"', '‘', '“'].some((begin) => said.includes(`${begin}${name}`));

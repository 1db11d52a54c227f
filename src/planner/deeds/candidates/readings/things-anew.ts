import type { Deed, Mention } from '../../../prompt/deed.ts';

/** The things and places of a deed, where the words around a name were taken for a part of it, or it for a part of them. English only. */
export const withThingsAnew = (asRead: Deed): Deed => {
  const deed = asAnswer(asLine(withoutTitle(asRead)));
  return {
    ...deed,
    thing: deed.thing && ofPerson(withoutAside(ofYours(byCode(ofItsKind(deed.thing), deed), deed)), deed),
    places: deed.places.map((place) => ofYours(byCode(place, deed), deed)),
  };
};

/** "Snooze ticket #4803 'Wrong address'": it is known by its code, and what is quoted behind that is its title. */
function withoutTitle(deed: Deed): Deed {
  const isTitle = (text: string) =>
    ["'", '"', '‘', '“'].some(
      (begin) =>
        behindCode.test(deed.said.split(`${begin}${text}`)[0] ?? '') && deed.said.includes(`${begin}${text}`),
    );
  const fields = deed.fields.filter(
    ({ field, value }) => !(field === '' && value.to === 'text' && value.exact && isTitle(value.text)),
  );
  const places = deed.places.filter(({ name, kind }) => !(kind === '' && name !== null && isTitle(name)));
  return fields.length < deed.fields.length || places.length < deed.places.length
    ? { ...deed, fields, places }
    : deed;
}
const behindCode = /(?:^|\s)#\d+\s$/;

/** "A draft order for Ida Moor with 3 of 'Birch soap'" is not called so: the soap is in it. */
function asLine(deed: Deed): Deed {
  const { kind, thing, said, fields, places } = deed;
  const [of, count] = kind === 'create' ? (/\b(\d+) of ['"‘“]/.exec(said) ?? []) : [];
  const at = fields.findIndex(
    ({ field, value }) => field === 'with' && value.to === 'text' && value.text === count,
  );
  const counted = [thing, ...places].find(
    (one) => of !== undefined && one?.name && said.includes(`${of}${one.name}`),
  );
  if (at < 0 || !counted?.name) return deed;
  const value = { to: 'text' as const, text: counted.name, exact: true, unit: null };
  return {
    ...deed,
    thing: counted === thing ? { ...counted, name: null } : thing,
    places: places.filter((place) => place !== counted),
    fields: fields.toSpliced(at + 1, 0, { field: '', value, from: null, said: counted.name }),
  };
}

/** "Answer the invitation to 'x' with Maybe": the row of x has a button “Maybe”. */
function asAnswer(deed: Deed): Deed {
  const [only, ...others] = deed.thing?.qualifiers ?? [];
  const [, text] = /^with (\p{Lu}\p{Ll}+)$/u.exec(only ?? '') ?? [];
  const about = deed.places.findLast(({ name }) => name !== null);
  if (deed.kind !== 'act' || !answers.test(deed.verb) || !text || others.length > 0 || !about) return deed;
  const value = { to: 'text' as const, text, exact: false, unit: null };
  const places = deed.places.filter((place) => place !== about);
  return {
    ...deed,
    kind: 'change',
    thing: about,
    places,
    fields: [{ field: '', value, from: null, said: only! }],
  };
}
const answers = /^(?:answer|respond(?: to)?|rsvp(?: to)?|vote)$/;

/** "The notification about 'Wrong VAT'" is a notification, and "the rating left by Ann Lee" a rating. */
const ofItsKind = (mention: Mention): Mention => ({
  ...mention,
  kind: mention.kind.replace(toldBy, '').replace(counting, ''),
  // Of "the two tickets #4 and #5", each is one ticket.
  qualifiers:
    mention.name === null ? mention.qualifiers : mention.qualifiers.filter((one) => !isCount.test(one)),
});
const counting = /^(?:both|two|three|four|five)\s/i;
const isCount = /^(?:both|two|three|four|five)$/i;
const toldBy = /\s(?:about|on|regarding|titled|called|named|left|sent|made|written|given|filed)$/i;

/** "Order #4119" is an order. */
function byCode(mention: Mention, { said }: Deed): Mention {
  // "Ticket #4815 'Not received'" is known by its code alone.
  const [, code] = /^(#\d+)\s+['"‘“]/.exec(mention.name ?? '') ?? [];
  if (code) return { ...mention, name: code };
  const [, sort, number] = /^(.*\S) (#\d+)$/.exec(mention.kind) ?? [];
  if (sort && number) return { ...mention, name: number, kind: sort };
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

import type { Deed, FieldValue } from './deed.ts';

/** "Tom Baker (tom@baker.org)", and the same with a comma or nothing between. */
const beside = /^(.*\p{L})[\s,(<]+([^\s@(<]+@[^\s@]+\.[^\s@)>]+)[)>]?$/u;

/** A mail address beside the name of something new is a value of it. Beside what is there already it only says once more which one is meant. */
export function withMailApart(deed: Deed): Deed {
  const { kind, thing, fields } = deed;
  const [, name, mail] = beside.exec(thing?.name ?? '') ?? [];
  const isApart = thing && name !== undefined && mail !== undefined;
  return {
    ...deed,
    thing: isApart ? { ...thing, name } : thing,
    fields: kind === 'create' ? [...(isApart ? [mailOf(mail)] : []), ...fields.flatMap(withOwnMail)] : fields,
  };
}

/** "The contact is Dora Keane, dora@willow.example" says who it is, and her address. */
function withOwnMail(field: FieldValue): FieldValue[] {
  const { value } = field;
  const [, name, mail] = value.to === 'text' ? (beside.exec(value.text) ?? []) : [];
  return value.to === 'text' && name !== undefined && mail !== undefined
    ? [{ ...field, value: { ...value, text: name } }, mailOf(mail)]
    : [field];
}

const mailOf = (mail: string): FieldValue => ({
  field: 'email',
  value: { to: 'text', text: mail, exact: true, unit: null },
  from: null,
  said: mail,
});

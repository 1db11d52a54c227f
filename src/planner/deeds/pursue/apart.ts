import type { Deed } from '../../prompt/deed.ts';

/**
 * "Create a bed called X and turn on its watering": the watering was read as a field of the form. Where the form does not have it, it is
 * changed when X is there. Null where all fields belong to the words that ask for the deed.
 */
export function apart(deed: Deed): Deed[] | null {
  const { kind, thing, fields, said } = deed;
  const later = fields.filter((field) => !said.includes(field.said));
  if (kind !== 'create' || thing?.name == null || later.length === 0) return null;
  const own = fields.filter((field) => !later.includes(field));
  return [
    { ...deed, fields: own },
    ...later.map(
      (field): Deed => ({
        ...deed,
        kind: 'change',
        verb: 'change',
        said: field.said,
        thing: { ...thing },
        fields: [field],
      }),
    ),
  ];
}

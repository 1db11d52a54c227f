import type { Deed } from './deed.ts';

/** "Tom Baker (tom@baker.org)", and the same with a comma or nothing between. */
const beside = /^(.*\p{L})[\s,(<]+([^\s@(<]+@[^\s@]+\.[^\s@)>]+)[)>]?$/u;

/** A mail address beside the name of something new is a value of it. Beside what is there already it only says once more which one is meant. */
export function withMailApart(deed: Deed): Deed {
  const { kind, thing, fields } = deed;
  const [, name, mail] = beside.exec(thing?.name ?? '') ?? [];
  if (!thing || name === undefined || mail === undefined) return deed;
  const value = { to: 'text' as const, text: mail, exact: true, unit: null };
  return {
    ...deed,
    thing: { ...thing, name },
    fields: kind === 'create' ? [{ field: 'email', value, from: null, said: mail }, ...fields] : fields,
  };
}

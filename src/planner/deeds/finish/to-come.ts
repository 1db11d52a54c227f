import type { Screen } from '../../page/screen.ts';
import type { Deed, Mention } from '../../prompt/deed.ts';
import { isInside, topmost } from '../candidates/chain.ts';
import { isShown } from '../candidates/mentions/shown.ts';
import type { DoneDeed } from '../perform/film-deeds.ts';
import { fingerprint, type Performer } from '../perform/performer.ts';

/** What a rehearsal cannot find, since the server does not answer what is held back. */

/**
 * Whether the page still shows what the last act should have closed: a dialog, or a form that loads another document. Nothing else can be
 * done until the server has answered.
 */
export function waitsForAnswer({ path, screen }: Pick<Performer, 'path' | 'screen'>): boolean {
  const last = path.at(-1);
  // A control that saves at once leaves its dialog open.
  if (!last || last.wrote === 0 || last.part === 'field') return false;
  const [before, now] = [topmost(last.before), topmost(screen)];
  if (before !== null && now !== null)
    return (
      last.before.things[before]?.name === screen.things[now]?.name && !hasMovedOn(last.before, screen, now)
    );
  return last.part === 'finish' && fingerprint(last.before) === fingerprint(screen);
}

/** Whether a dialog asks for something else now. A button that says "Saving…" alone is no such thing. */
function hasMovedOn(before: Screen, now: Screen, dialog: number): boolean {
  const known = new Set(before.items.map(({ kind, name, labels }) => `${kind} ${name} ${labels[0]}`));
  const fresh = now.items.filter(
    (item) =>
      isInside(now, item, dialog) &&
      !item.isDisabled &&
      item.kind !== 'text' &&
      !known.has(`${item.kind} ${item.name} ${item.labels[0]}`),
  );
  return fresh.length > 1 || fresh.some(({ kind }) => isEntry.test(kind));
}

const isEntry = /^(?:field|select|picker|slider|rich-text|toggle|radio)$/;

/** Whether a deed is about something that a deed before it has made, and that the page does not show yet. */
export function isAwaited(deed: Deed, done: readonly DoneDeed[], performer: Performer): boolean {
  if (!performer.wroteSince(0)) return false;
  const made = done.flatMap(({ deed: { kind, thing } }) =>
    kind === 'create' && thing?.name ? [thing.name] : [],
  );
  return unseenOf(deed, performer.screen).some(({ name }) => made.includes(name!));
}

/** What a deed names that is nowhere on a screen. */
export const unseenOf = ({ places, thing }: Deed, screen: Screen): Mention[] =>
  [...places, ...(thing ? [thing] : [])].filter(
    (mention) => mention.name !== null && !isShown(mention, screen),
  );

import type { Screen } from '../page/screen.ts';
import type { Deed, FieldValue } from '../prompt/deed.ts';
import { beginDeed, opened } from './begin-deed.ts';
import { fieldsOf, isOffered } from './fields-of-deed.ts';
import { finishDeed, tickOff } from './finish-deed.ts';
import type { Performer } from './performer.ts';
import { reach } from './reach.ts';
import { scopeOf, setField } from './set-field.ts';

/** What became of a deed. `unmet` names what could not be done, with the reason. */
export interface Pursued {
  done: boolean;
  /** Deeds after this one that were done with it: boxes of the same dialog. */
  withIt: Deed[];
  unmet: { said: string; reason: string }[];
}

/** Carries out one deed on the page, off camera. The acts that led to it stay on the performer's path. */
export async function pursueDeed(
  performer: Performer,
  deed: Deed,
  following: readonly Deed[],
  until: () => boolean,
): Promise<Pursued> {
  const start = performer.path.length;
  const giveUp: GiveUp = async (said, reason) => {
    await performer.returnTo(start);
    return { done: false, withIt: [], unmet: [{ said, reason }] };
  };
  if (deed.kind === 'open') {
    const opened = await openThing(performer, deed, until);
    return opened
      ? { done: true, withIt: [], unmet: [] }
      : giveUp(deed.said, offered(performer.screen, deed.said));
  }
  const begins = deed.kind === 'create' || deed.kind === 'act';
  const tried = new Set<string>();
  let missing: FieldValue | null = null;
  for (let forms = 0; forms === 0 || (begins && forms < mostForms && !until()); forms++) {
    const pressed = begins ? await beginDeed(performer, deed, until, tried) : null;
    if (begins && !pressed) break;
    missing = await fillIn(performer, deed, pressed && opened(pressed), until);
    if (!missing) return finish(performer, deed, following, start, giveUp);
    // A form that does not ask for all of it is another one's.
    if (begins) await performer.returnTo(start);
  }
  return missing
    ? giveUp(missing.said, offered(performer.screen, missing.field || missing.said))
    : giveUp(deed.said, offered(performer.screen, deed.verb));
}

const mostForms = 2;

type GiveUp = (said: string, reason: string) => Promise<Pursued>;

async function finish(
  performer: Performer,
  deed: Deed,
  following: readonly Deed[],
  start: number,
  giveUp: GiveUp,
): Promise<Pursued> {
  const withIt = await tickOff(performer, following);
  if (!(await finishDeed(performer, deed, start)))
    return giveUp(deed.said, 'What was filled in could not be saved.');
  return { done: true, withIt, unmet: [] };
}

/** @returns the field that could not be set, or null */
async function fillIn(
  performer: Performer,
  deed: Deed,
  begun: number | null,
  until: () => boolean,
): Promise<FieldValue | null> {
  let container = begun;
  const fields = fieldsOf(deed, performer, scopeOf(performer, deed, container));
  for (const field of fields.inOrder) {
    const isAside = fields.asides.includes(field);
    if (isAside && !isOffered(performer, field, container)) continue;
    const set = await setField(performer, deed, field, container, isAside ? () => true : until);
    if (!set && isAside) continue;
    if (!set) return field;
    container = set.container ?? container;
  }
  return null;
}

async function openThing(performer: Performer, deed: Deed, until: () => boolean): Promise<boolean> {
  const wanted = [...deed.places, ...(deed.thing ? [deed.thing] : [])];
  const found = await reach(performer, deed, {
    find: () =>
      wanted.every((mention) => performer.reached.has(mention)) ? { found: true, confidence: 1 } : null,
    least: 1,
    until,
  });
  return found !== null;
}

const offered = (screen: Screen, asked: string) => {
  const names = screen.items
    .filter(
      ({ isPressable, name, kind }) =>
        isPressable && name !== '' && /^(?:button|link|tab|menu-item|toggle)$/.test(kind),
    )
    .map(({ name }) => `“${name.slice(0, 40)}”`);
  return `Nothing on the page fits “${asked}” well enough. The page offers ${[...new Set(names)].slice(0, 6).join(', ') || 'nothing to press'}.`;
};

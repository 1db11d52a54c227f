import type { Screen } from '../page/screen.ts';
import type { Deed, DeedToCome } from '../prompt/deed.ts';
import { beginDeed, opened } from './begin-deed.ts';
import { topmost } from './chain.ts';
import { fieldsOf, isOffered } from './fields-of-deed.ts';
import { finishDeed, tickOff } from './finish-deed.ts';
import { takeNextStep } from './next-step.ts';
import type { Outcome, Performer } from './performer.ts';
import { reach } from './reach.ts';
import { scopeOf, setField } from './set-field.ts';

/** What became of a deed. `unmet` names what could not be done, with the reason. */
export interface Pursued {
  done: boolean;
  /** Deeds after this one that were done with it: boxes of the same dialog. */
  withIt: Deed[];
  /** Set where the page has to answer first: what is left to do then. */
  toCome?: DeedToCome;
  unmet: { said: string; reason: string }[];
}

/** Carries out one deed on the page. The acts that led to it stay on the performer's path. */
export async function pursueDeed(
  performer: Performer,
  { deed, left }: DeedToCome,
  following: readonly Deed[],
  until: () => boolean,
): Promise<Pursued> {
  const start = performer.path.length;
  const giveUp = async (said: string, reason: string): Promise<Pursued> => {
    await performer.returnTo(start);
    return { done: false, withIt: [], unmet: [{ said, reason }] };
  };
  if (deed.kind === 'open') {
    const opened = await openThing(performer, deed, until);
    return opened
      ? { done: true, withIt: [], unmet: [] }
      : giveUp(deed.said, offered(performer.screen, deed.said));
  }
  let container: number | null = left ? topmost(performer.screen) : null;
  if (!left && (deed.kind === 'create' || deed.kind === 'act')) {
    const pressed = await beginDeed(performer, deed, until);
    if (!pressed) return giveUp(deed.said, offered(performer.screen, deed.verb));
    container = opened(pressed);
  }
  const fields = left
    ? { inOrder: left, asides: [] }
    : fieldsOf(deed, performer, scopeOf(performer, deed, container));
  let stepStart = start;
  for (let at = 0; at < fields.inOrder.length; at++) {
    const field = fields.inOrder[at]!;
    const isAside = fields.asides.includes(field);
    if (isAside && !isOffered(performer, field, container)) continue;
    const set = await setField(performer, deed, field, container, isAside ? () => true : until);
    if (set) container = set.container ?? container;
    if (set || isAside) continue;
    const next = await takeNextStep(performer, container, stepStart);
    if (hasToWait(performer, next)) {
      const others = fields.inOrder.slice(at).filter((one) => !fields.asides.includes(one));
      return { done: false, withIt: [], unmet: [], toCome: { deed, left: others } };
    }
    if (!performer.isFilmed || !next?.changed)
      return giveUp(field.said, offered(performer.screen, field.field || field.said));
    [stepStart, container] = [performer.path.length, topmost(performer.screen)];
    at--;
  }
  const withIt = await tickOff(performer, following);
  for (;;) {
    const before = performer.path.length;
    if (await finishDeed(performer, deed, start)) return { done: true, withIt, unmet: [] };
    const isIdle = performer.path.length === before;
    const next = isIdle ? await takeNextStep(performer, container, stepStart) : null;
    if (next && hasToWait(performer, next))
      return { done: false, withIt, unmet: [], toCome: { deed, left: [] } };
    if (!next?.changed) return giveUp(deed.said, 'What was filled in could not be saved.');
    [stepStart, container] = [performer.path.length, topmost(performer.screen)];
  }
}

/** Whether the rest of a form comes with the server's answer to what was just pressed, which a rehearsal holds back. */
function hasToWait({ isFilmed, path }: Performer, next: Outcome | null): boolean {
  const last = path.at(-1);
  return !isFilmed && last !== undefined && last.wrote > 0 && (next !== null || last.part === 'deed');
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

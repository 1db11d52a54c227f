import type { Screen } from '../page/screen.ts';
import type { Deed, FieldValue } from '../prompt/deed.ts';
import { containerOf, keyOf, newItems, placeOf, topmost } from './chain.ts';
import { fieldCandidates } from './field-candidates.ts';
import { isShown } from './mentions.ts';
import type { Outcome, Performer } from './performer.ts';
import { type PressCandidate, pressCandidates } from './press-candidates.ts';
import { reach } from './reach.ts';
import { least } from './weights.ts';

/**
 * Presses what the verb names: the deed itself, or what opens its form.
 * @param tried what was pressed for it in vain. What is pressed now is added
 */
export async function beginDeed(
  performer: Performer,
  deed: Deed,
  until: () => boolean,
  tried: Set<string>,
): Promise<Outcome | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    // The fields are in the form that the press opens, so they say nothing about the way to it.
    const at = await reach<PressCandidate>(
      performer,
      { ...deed, fields: [] },
      {
        find: (screen, reached) => {
          const scope = { mentions: [], reached, container: topmost(screen) };
          const candidates = pressCandidates(screen, deed, scope).filter(
            ({ item }) => !tried.has(`${screen.url} ${placeOf(item)}`),
          );
          const [best] = candidates;
          const choice = { ranking: 'press' as const, candidates };
          return best ? { found: best, confidence: best.confidence, choice } : null;
        },
        least: least.press,
        until,
      },
    );
    if (!at) return null;
    tried.add(`${performer.screen.url} ${placeOf(at.item)}`);
    const mark = performer.path.length;
    const what = `Press “${at.item.name || deed.verb}”`;
    const outcome = await performer.act({
      do: 'press',
      item: at.item,
      part: 'deed',
      what,
      opens: deed.thing ? [deed.thing] : [],
    });
    const asksForFields =
      opened(outcome) !== null ||
      deed.fields.every((field) => fieldFit(outcome.after, field) >= least.inContainer) ||
      // The form comes with the server's answer, which is held back.
      (outcome.wrote > 0 && !outcome.changed && !performer.isFilmed);
    if (isBegun(outcome, deed) && (deed.fields.length === 0 || asksForFields)) return outcome;
    if (!(await performer.returnTo(mark)) && performer.isFilmed) return null;
  }
  return null;
}

/** Whether a press has done the deed or opened what it is done in. A press that makes something new has to show or write it. */
function isBegun(outcome: Outcome, { kind, thing }: Deed): boolean {
  if (outcome.wrote > 0 || opened(outcome) !== null) return true;
  if (kind !== 'create' || thing?.name == null) return outcome.changed;
  return outcome.changed && isShown(thing, outcome.after) && !isShown(thing, outcome.before);
}

const fieldFit = (screen: Screen, field: FieldValue) =>
  fieldCandidates(screen, field, { mentions: [], reached: new Map(), container: null })[0]?.confidence ?? 0;

/** The dialog or form that a press has opened. */
export function opened({ before, after }: Outcome): number | null {
  const top = topmost(after);
  if (top !== null) return top;
  const fresh = newItems({ before, after }, keyOf).find(({ kind }) =>
    /^(?:field|select|picker|rich-text)$/.test(kind),
  );
  return fresh ? containerOf(after, fresh) : null;
}

import type { Screen } from '../../page/screen.ts';
import type { Deed } from '../../prompt/deed.ts';
import { likeness } from '../candidates/likeness.ts';
import type { Scope } from '../candidates/only-control.ts';
import { pressCandidates } from '../candidates/press-candidates.ts';
import { least } from '../candidates/weights.ts';
import { emptyFormOf } from './opened-form.ts';

/** The form whose button would do the deed, and cannot be pressed while the form is empty: “Invite”, below an address. */
export function waitingForm(screen: Screen, deed: Deed, scope: Scope) {
  const waits = new Set(
    screen.items.flatMap(({ id, kind, isDisabled }) => (kind === 'button' && isDisabled ? [id] : [])),
  );
  if (deed.kind !== 'create' || waits.size === 0) return null;
  const items = screen.items.map((item) => (waits.has(item.id) ? { ...item, isDisabled: false } : item));
  for (const { item, confidence } of pressCandidates({ ...screen, items }, deed, scope)) {
    // “Save” waits for a change of anything.
    const isIt =
      waits.has(item.id) && confidence >= least.press && likeness(deed.verb, item.name) >= leastOfVerb;
    const form = isIt ? emptyFormOf(screen, item, deed) : null;
    if (form !== null) return { found: { form }, confidence };
  }
  return null;
}

const leastOfVerb = 0.75;

import { offCamera } from '../../page/off-camera.ts';
import type { PageClient } from '../../page/page-client.ts';
import type { PageView } from '../../page/view.ts';
import type { PlanRequest } from '../../plan.ts';
import type { Clause } from '../../prompt/clauses/parse-prompt.ts';
import { Rehearser } from '../perform/rehearser.ts';
import { findPlace } from './find-place.ts';
import { wishToSee } from './wishes.ts';

const mostMs = 12_000;

/**
 * The way to what a clause is about, as clauses that press what leads there. Empty where no screen but the present one has it: "fill in the
 * contact form" is to be done on the page that has the form.
 */
export async function wayTo(
  client: PageClient,
  view: PageView,
  clause: Clause,
  request: PlanRequest,
): Promise<Clause[]> {
  const endsAt = performance.now() + mostMs;
  const names = await offCamera(client, view, request, async (tried) => {
    const performer = await Rehearser.on(tried, { isThorough: true });
    await findPlace(performer, wishToSee(clause), () => performance.now() > endsAt);
    return performer.path.map(({ item }) => item.name);
  });
  return names.map((name) => ({
    ...clause,
    verb: 'go',
    object: name,
    value: null,
    place: null,
    ordinal: null,
  }));
}

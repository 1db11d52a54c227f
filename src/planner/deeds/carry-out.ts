import type { PageClient } from '../page/page-client.ts';
import type { Deed } from '../prompt/deed.ts';
import type { DoneDeed } from './film-deeds.ts';
import { Performer, type PerformerOptions } from './performer.ts';
import { pursueDeed } from './pursue-deed.ts';

export interface CarriedOut {
  done: DoneDeed[];
  unmet: { said: string; reason: string }[];
}

/** Carries out the deeds of a prompt off camera, one after the other, and puts the page back. */
export async function carryOut(
  client: PageClient,
  deeds: readonly Deed[],
  options: PerformerOptions & { /** How long the deeds may be looked for. */ mostMs: number },
): Promise<CarriedOut> {
  const performer = await Performer.on(client, options);
  const endsAt = performance.now() + options.mostMs;
  const done: DoneDeed[] = [];
  const unmet: CarriedOut['unmet'] = [];
  try {
    const withOthers = new Set<Deed>();
    for (const [index, deed] of deeds.entries()) {
      if (withOthers.has(deed)) continue;
      const from = performer.path.length;
      const pursued = await pursueDeed(
        performer,
        deed,
        deeds.slice(index + 1),
        () => performance.now() > endsAt,
      );
      for (const other of pursued.withIt) withOthers.add(other);
      if (pursued.done) done.push({ deed, acts: performer.path.slice(from) });
      unmet.push(...pursued.unmet);
    }
    return { done, unmet };
  } finally {
    if (performer.acts > 0 && !options.signal.aborted) await performer.putBack();
  }
}

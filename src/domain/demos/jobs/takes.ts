import type { DomainServices } from '../../services.ts';
import { takeKey } from '../media-keys.ts';

/**
 * Which takes are in the media storage. Takes are no facts: a film whose take is gone is filmed again where it has to be. The row is
 * written before the file, so that no file is forgotten.
 */
type Services = Pick<DomainServices, 'sql' | 'clock'>;
type Remove = (key: string) => Promise<void>;

export async function noteTake({ sql, clock }: Services, demoId: string, version: number): Promise<void> {
  await sql`
    insert into takes (demo_id, version, stored_at) values (${demoId}, ${version}, ${clock.now()})
    on conflict (demo_id, version) do update set stored_at = excluded.stored_at`;
}

/** Removes the takes of a demo that no film of it is composed of any more. @param kept the version whose take stays */
export async function forgetOtherTakes(services: Services, demoId: string, kept: number, remove: Remove) {
  const { sql } = services;
  const others = await sql<Take[]>`
    select demo_id, version from takes where demo_id = ${demoId} and version <> ${kept}`;
  await forget(services, others, remove);
}

/** Removes takes that are older than `keptMs`. @returns how many */
export async function forgetOldTakes(services: Services, keptMs: number, remove: Remove): Promise<number> {
  const { sql, clock } = services;
  const before = new Date(clock.now().getTime() - keptMs);
  const old = await sql<Take[]>`select demo_id, version from takes where stored_at < ${before}`;
  await forget(services, old, remove);
  return old.length;
}

interface Take {
  demo_id: string;
  version: number;
}

async function forget({ sql }: Services, takes: readonly Take[], remove: Remove): Promise<void> {
  for (const { demo_id: demoId, version } of takes) {
    await remove(takeKey(demoId, version));
    await sql`delete from takes where demo_id = ${demoId} and version = ${version}`;
  }
}

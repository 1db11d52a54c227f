import { chown, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, type Customer, demand, expectThat, since } from './ask.ts';
import { healthy, type Stage, startService } from './stage.ts';

interface Restore {
  /** Of the new machine. */
  name: string;
  archive: string;
  /** Whose demos have to be there; null where the archive is of another service. */
  customer: Customer | null;
  demos: readonly string[];
}

/** Starts a machine that has nothing, with an archive, and asks whether everything is there. It has a database of its own. */
export async function expectRestored(
  stage: Stage,
  { name, archive, customer, demos }: Restore,
): Promise<void> {
  const startedMs = performance.now();
  const data = await stage.host.volume(name, stage.image.rootfs, '/var/lib/showreel');
  const given = await stage.host.volume(`${name}-archive`, stage.image.rootfs, '/var/lib/showreel');
  await mkdir(given, { recursive: true });
  await copyFile(archive, join(given, 'archive'));
  await chown(join(given, 'archive'), 10_001, 10_001);
  const unset = {
    DATABASE_URL_FILE: '',
    SHOWREEL_SECRET_KEYS_FILE: '',
    SHOWREEL_ADMIN_TOKEN_FILE: '',
    SHOWREEL_ADMIN_URL: '',
    // Its media go into the folder, wherever those of the lost service were.
    ...Object.fromEntries(Object.keys(stage.bucket ?? {}).map((name) => [name, ''])),
  };
  const machine = await startService(stage, 'api', {
    name,
    env: { ...unset, SHOWREEL_ROLE: 'all', SHOWREEL_RESTORE_FROM: '/restore/archive' },
    mounts: [
      { source: data, target: '/var/lib/showreel', isReadOnly: false },
      { source: given, target: '/restore', isReadOnly: true },
    ],
  });
  await healthy(machine);
  for (const id of demos) {
    const { authorization } = customer!;
    const { body } = await demand(machine, 'GET', `/api/v1/demos/${id}`, { authorization });
    expectThat(body.status === 'ready', `the demo ${id} was restored`);
    const video = await fetch(`http://${machine.address}:3000${pathOf(body.urls)}`, {
      headers: { authorization },
    });
    expectThat(
      video.ok && (await video.arrayBuffer()).byteLength > 100_000,
      `the video of ${id} was restored; got ${video.status}`,
    );
  }
  for (const question of [
    ['audit', '--all'],
    ['replay', '--verify'],
  ])
    await machine.exec('scripts/showreel', 'admin', ...question);
  const { status } = await ask(machine, 'GET', '/api/v1/health');
  expectThat(status === 200, 'the restored service is healthy');
  stage.say(
    `${name}: an empty machine has ${customer ? `${demos.length} demos and their videos` : 'what that release had'}, without a finding, ${since(startedMs)} after its start`,
  );
  await machine.stop();
}

/** The addresses of a demo begin with the public one of the service. */
function pathOf(urls: unknown): string {
  const { video } = urls as { video: string };
  return video.replace(/^https?:\/\/[^/]+/, '');
}

/**
 * `make image-test` proves Dockerfile and compose.yaml where no registry of images can be reached: mmdebstrap makes the base of Debian's
 * packages, buildah builds the image, and runc runs the services of compose.yaml as it says, in a network of their own.
 * PostgreSQL's image is not there, so Debian's package stands in for it. `make operate-test` goes on from the same image: it scales the service
 * out, kills machines, rotates keys, backs up, restores and upgrades. `make scale-test` measures what a second worker adds. Each has to be run
 * by root, takes 5 GB and leaves nothing behind. On two idle cores the image took 5 minutes, the scale test 6 and the operate test 7.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCheckout, createBuilder, installTools } from './build-image.ts';
import type { Built } from './inside.ts';

if (process.getuid?.() !== 0) {
  console.error('Expected to be root, who alone may build and run containers here.');
  process.exit(2);
}
/** Several share one image: `prove.ts operate scale`. */
const walks = process.argv.slice(2) as Built['walk'][];
const startedMs = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - startedMs) / 1000).toFixed(0).padStart(4)} s  ${line}`);

await installTools(walks.includes('operate') ? ['radosgw', 'ceph-mon', 'ceph-osd'] : []);
const folder = await mkdtemp(join(tmpdir(), 'showreel-image-'));
const builder = createBuilder(join(folder, 'images'));
const clean = async () => {
  await builder.remove();
  await rm(folder, { recursive: true, force: true });
};
// What runs inside gets the signal too, and has removed its containers before the images go.
let inside: Promise<unknown> = Promise.resolve();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void inside.then(clean).finally(() => process.exit(1)));
try {
  say('making the base');
  const base = await builder.makeBase();
  say(`building the image on ${base}`);
  await copyCheckout(join(folder, 'checkout'));
  const image = await builder.build(join(folder, 'checkout'), 'showreel');
  say('the image is built; preparing the database');
  const database = await builder.withPackages(base, ['postgresql']);
  for (const walk of walks)
    await goInside({ walk, startedMs, folder: join(folder, `containers-${walk}`), image, database });
  say('done');
} finally {
  await clean();
}

/** The rest runs in a network that nothing leads out of. */
async function goInside(built: Built): Promise<void> {
  const words = ['--net', process.execPath, join(import.meta.dirname, 'inside.ts'), JSON.stringify(built)];
  const child = spawn('unshare', words, { stdio: 'inherit' });
  inside = once(child, 'exit');
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await inside) as [number | null];
  if (code !== 0) process.exitCode = 1;
}

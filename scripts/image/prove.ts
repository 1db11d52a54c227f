/**
 * `make image-test` proves Dockerfile and compose.yaml where no registry of images can be reached: mmdebstrap makes the base of Debian's
 * packages, buildah builds the image, and runc runs the services of compose.yaml as it says, without any network but loopback.
 * PostgreSQL's image is not there, so Debian's package stands in for it. It has to be root, takes about five minutes and 5 GB, and
 * leaves nothing behind.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCheckout, createBuilder, installTools } from './build-image.ts';
import { readComposeFile } from './compose-file.ts';
import { createHost } from './containers.ts';
import { walkService } from './walk.ts';

if (process.getuid?.() !== 0) {
  console.error('make image-test: expected to be root, who alone may build and run containers here.');
  process.exit(2);
}
const startedMs = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(4)} s  ${line}`);

await installTools();
const folder = await mkdtemp(join(tmpdir(), 'showreel-image-'));
const builder = createBuilder(join(folder, 'images'));
try {
  say('making the base');
  const base = await builder.makeBase();
  say(`building the image on ${base}`);
  await copyCheckout(join(folder, 'checkout'));
  const image = await builder.build(join(folder, 'checkout'), 'showreel');
  say('the image is built; preparing the database');
  const database = await builder.withPackages(base, ['postgresql']);
  const host = await createHost(join(folder, 'containers'));
  try {
    await walkService({ host, image, database, services: await readComposeFile(), say });
  } finally {
    await host.close();
  }
  say('done');
} finally {
  await builder.remove();
  await rm(folder, { recursive: true, force: true });
}

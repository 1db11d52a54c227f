/** The part of `prove.ts` that runs in a network of its own. Its one argument is what was built, as JSON. */
import type { Image } from './build-image.ts';
import { readComposeFile } from './compose-file.ts';
import { createHost } from './containers.ts';
import { operateService } from './operate.ts';
import { measureScale } from './scale.ts';
import type { Stage } from './stage.ts';
import { walkService } from './walk.ts';

export interface Built {
  walk: keyof typeof walks;
  startedMs: number;
  /** For what containers keep. */
  folder: string;
  image: Image;
  database: string;
}

const walks = { compose: walkService, operate: operateService, scale: measureScale };

const { walk, startedMs, folder, image, database }: Built = JSON.parse(process.argv[2]!);
const host = await createHost(folder);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void host.close().finally(() => process.exit(1)));
try {
  const stage: Stage = {
    ...{ host, image, database, folder },
    services: await readComposeFile(),
    say: (line) => console.log(`${((Date.now() - startedMs) / 1000).toFixed(0).padStart(4)} s  ${line}`),
  };
  await walks[walk](stage);
} finally {
  await host.close();
}

/** The part of `prove.ts` that runs in a network of its own. Its one argument is what was built, as JSON. */
import type { Image } from './build-image.ts';
import { readComposeFile } from './compose-file.ts';
import { createHost } from './containers.ts';
import { operateService } from './operate.ts';
import type { Stage } from './stage.ts';
import { walkService } from './walk.ts';

export interface Built {
  walk: 'compose' | 'operate';
  startedMs: number;
  /** For what containers keep. */
  folder: string;
  image: Image;
  database: string;
}

const { walk, startedMs, folder, image, database }: Built = JSON.parse(process.argv[2]!);
const host = await createHost(folder);
try {
  const stage: Stage = {
    ...{ host, image, database },
    services: await readComposeFile(),
    say: (line) => console.log(`${((Date.now() - startedMs) / 1000).toFixed(0).padStart(4)} s  ${line}`),
  };
  await (walk === 'operate' ? operateService : walkService)(stage);
} finally {
  await host.close();
}

import { setTimeout as sleep } from 'node:timers/promises';
import { nothingSeen, type Seen } from '../load/client.ts';
import { openDatabase } from '../load/database.ts';
import { type Endings, readEndings } from '../load/ended.ts';
import { seeded } from '../load/random.ts';
import { removeOnSignal, startService } from '../load/service.ts';
import { servePage } from '../load/site.ts';
import { live, signUp, type User } from '../load/user.ts';
import { type Sample, takeSample } from './sample.ts';

export interface Soak {
  minutes: number;
  /** Those after the warm-up. */
  samples: Sample[];
  seen: Seen;
  endings: Endings;
  faults: string[];
}

export interface SoakSettings {
  minutes: number;
  users: number;
  /** The mean pause of a user between two things. */
  pauseMs: number;
  say(line: string): void;
}

const sampleEveryMs = 5_000;
/** Caches fill, pools open, and programs are loaded: what grows in the first quarter is no leak. */
const warmUpShare = 0.25;

/** Puts a steady load on the service and looks at it again and again. */
export async function soak({ minutes, users, pauseMs, say }: SoakSettings): Promise<Soak> {
  const [service, page] = [await startService(), await servePage()];
  removeOnSignal(service);
  const sql = await openDatabase(service.dataDir);
  try {
    const ending = new AbortController();
    const seen = nothingSeen();
    const people: User[] = [];
    const lives = Array.from({ length: users }, async (_, index) => {
      const user = await signUp(service.baseUrl, seen, `user${index + 1}`);
      people.push(user);
      await live(user, { pageUrl: page.url, random: seeded(index + 1), signal: ending.signal, pauseMs });
    });
    const living = Promise.all(lives);
    living.catch(() => {});
    const samples = await sampleFor(minutes, () => takeSample(service, sql), say);
    ending.abort();
    await living;
    const endings = await readEndings(sql);
    for (const { watchers } of people) for (const watcher of watchers) watcher.leave();
    const warm = samples.slice(Math.floor(samples.length * warmUpShare));
    return { minutes, samples: warm, seen, endings, faults: [...seen.wrong, ...service.crashes] };
  } finally {
    await sql.end({ timeout: 5 });
    await service.stop();
    await page.close();
    await service.remove();
  }
}

async function sampleFor(
  minutes: number,
  take: () => Promise<Sample>,
  say: (line: string) => void,
): Promise<Sample[]> {
  const startedMs = Date.now();
  const samples: Sample[] = [];
  for (let saidMinutes = 0; Date.now() - startedMs < minutes * 60_000; ) {
    samples.push(await take());
    const passed = Math.floor((Date.now() - startedMs) / 60_000);
    if (passed > saidMinutes) {
      const {
        'memory of the API': api,
        'memory of the worker': worker,
        'queue entries': queue,
      } = samples.at(-1)!;
      say(`${passed} min: API ${Math.round(api)} MB, worker ${Math.round(worker)} MB, ${queue} in the queue`);
      saidMinutes = passed;
    }
    await sleep(sampleEveryMs);
  }
  return samples;
}

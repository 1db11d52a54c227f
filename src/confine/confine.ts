import { chown, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Identity, programIdentity } from './identity.ts';
import { findConfinement } from './levels.ts';
import { type Limits, limitWords, type Places, sandboxWords } from './wrap.ts';

/** What a program may reach and take. */
export interface Reach extends Places, Limits {}

/** A command to start in place of the program's. */
export interface Confined {
  /** Comes before the program's own arguments. */
  words: [string, ...string[]];
  /** For `spawn`. The program gets nothing of our environment, which holds secrets. */
  options: { env: Record<string, string>; cwd: string } & Partial<Identity>;
  /** The program's arguments, with paths that it can open. */
  argsOf(args: readonly string[]): string[];
  /** Gives the files back that the program's user had to own. Call it when the program has ended. */
  release(): Promise<void>;
}

/** Makes the command that runs `program` as confined as this machine allows; see `findConfinement`. */
export async function confine(program: string, reach: Reach): Promise<Confined> {
  const { level, nesting, limited } = await findConfinement(program);
  const places = {
    reads: reach.reads.map((path) => resolve(path)),
    writes: reach.writes && resolve(reach.writes),
  };
  const identity = level === 'none' ? null : programIdentity();
  const release = identity ? await handOver(places, identity) : async () => undefined;
  const sandbox = level === 'sandbox' ? sandboxWords(program, places, identity, nesting) : [];
  const [first, ...rest] = [...(limited ? limitWords(reach) : []), ...sandbox, program];
  // Another user cannot walk to the job's folder, but starts in it.
  const folder = level === 'user' ? (places.writes ?? dirname(places.reads[0] ?? '/')) : null;
  return {
    words: [first!, ...rest],
    options: {
      env: { PATH: process.env.PATH ?? '' },
      cwd: folder ?? process.cwd(),
      ...(level === 'user' && identity),
    },
    argsOf: (args) => (folder ? args.map((arg) => arg.replaceAll(`${folder}/`, './')) : [...args]),
    release,
  };
}

/**
 * Where the service is root, the program's user has to own what it reads and writes: our files are for nobody else. They lie in folders
 * that only root may enter, so no other process of that user comes near them.
 */
async function handOver({ reads, writes }: Places, { uid, gid }: Identity): Promise<() => Promise<void>> {
  const lent: { path: string; uid: number; gid: number }[] = [];
  for (const path of reads) {
    const owner = await stat(path);
    if (owner.uid === uid) continue;
    lent.push({ path, uid: owner.uid, gid: owner.gid });
    await chown(path, uid, gid);
  }
  if (writes) await chown(writes, uid, gid);
  return async () => {
    // A file may have been removed or moved meanwhile.
    for (const file of lent) await chown(file.path, file.uid, file.gid).catch(() => undefined);
  };
}

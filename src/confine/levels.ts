import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Identity, programIdentity } from './identity.ts';
import { limitWords, type Nesting, sandboxWords } from './wrap.ts';

/** `sandbox`: bubblewrap; `user`: a user of its own, but this machine's files and network; `none`: as the service itself. */
export type Level = 'sandbox' | 'user' | 'none';

/** How a program is confined on this machine. */
export interface Confinement {
  level: Level;
  /** Whether the program may make user namespaces within its sandbox. As a sandbox within a container, it may. */
  nesting: Nesting;
  /** Whether `prlimit` bounds memory, processor time and the size of files. */
  limited: boolean;
  /** Why it is not confined better, and what turns that on; null where nothing is missing. */
  missing: string | null;
}

const run = promisify(execFile);
const trialMs = 10_000;
const trialLimits = { memoryBytes: 2 ** 31, cpuSec: 10, fileBytes: 0 };

const found = new Map<string, Promise<Confinement>>();

/**
 * Tries once for each program what this machine allows, by running `program -version`. What a machine allows can hardly be read from
 * its settings: containers, security modules and sysctls all have a say.
 *
 * @param as whom root asks for; default: this process
 */
export function findConfinement(program: string, as: Identity | null = null): Promise<Confinement> {
  const key = `${program} ${as?.uid}`;
  const known = found.get(key);
  if (known) return known;
  const finding = tryAll(program, as);
  found.set(key, finding);
  return finding;
}

async function tryAll(program: string, as: Identity | null): Promise<Confinement> {
  const identity = as ? null : programIdentity();
  const limited = (await complaintOf([...limitWords(trialLimits), 'true'], null)) === null;
  const prefix = limited ? limitWords(trialLimits) : [];
  const sandboxComplaint = (nesting: Nesting) =>
    inTemporaryFolder(as, (folder) => {
      const words = sandboxWords(program, { reads: [], writes: folder }, identity, nesting);
      return complaintOf([...prefix, ...words, program, '-version'], as);
    });
  const complaint = await sandboxComplaint('forbidden');
  const nests = /max_user_namespaces/.test(complaint ?? '') && (await sandboxComplaint('possible')) === null;
  const nesting: Nesting = nests ? 'possible' : 'forbidden';
  const noLimits = limited ? null : 'there is no prlimit: install util-linux';
  if (complaint === null || nests) return { level: 'sandbox', nesting, limited, missing: noLimits };
  const missing = [sandboxAdvice(complaint), ...(noLimits ? [noLimits] : [])].join('; ');
  const asUser = as ?? (identity && (await complaintOf([...prefix, program, '-version'], identity)) === null);
  return { level: asUser ? 'user' : 'none', nesting, limited, missing };
}

function sandboxAdvice(complaint: string): string {
  if (complaint.includes('ENOENT') || /bwrap.*No such file/.test(complaint))
    return 'there is no bubblewrap: install the package bubblewrap';
  const why = complaint.trim().split('\n').at(-1);
  return `bubblewrap does not work here (${why}): allow user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns), in a container also the system calls for them`;
}

/** @returns null where it ran to its end. */
const complaintOf = ([program, ...args]: string[], identity: Identity | null) =>
  run(program!, args, { timeout: trialMs, env: { PATH: process.env.PATH }, cwd: '/', ...identity }).then(
    () => null,
    (error: Error & { stderr?: string }) => error.stderr || error.message,
  );

async function inTemporaryFolder<T>(
  owner: Identity | null,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-confine-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

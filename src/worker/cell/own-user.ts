import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import type { Identity } from '../../recorder/index.ts';

/**
 * systemd keeps the numbers from 61,184 to 65,519 for users that exist only for a while. 64,611 is the browser's user where a cell cannot
 * have one of its own.
 */
const numbers = { first: 64_612, last: 65_519 };

/** A user that only one cell of this machine runs as, for as long as the cell lasts. */
export interface OwnUser extends Identity {
  /** Ends every process of the user, also those that hide in groups of their own. */
  endProcesses(): Promise<void>;
  release(): void;
}

/** Only root may run processes as somebody else, and the names of sockets that hold a number exist on Linux only. */
export const mayHaveOwnUsers = () => process.platform === 'linux' && process.getuid?.() === 0;

/** @throws Error where all numbers are in use */
export async function claimUser(): Promise<OwnUser> {
  for (let uid = numbers.first; uid <= numbers.last; uid++) {
    const held = await hold(uid);
    if (!held) continue;
    const user = {
      uid,
      gid: uid,
      endProcesses: () => endProcessesOf(uid),
      release: () => void held.close(),
    };
    // A cell whose service was killed may still be about to end.
    await user.endProcesses();
    return user;
  }
  throw new Error('Every user for recordings is in use.');
}

/** A socket without a file holds the number. The kernel frees it when this process ends, however it ends. */
function hold(uid: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', () => resolve(null));
    server.listen(`\0showreel-cell-${uid}`, () => resolve(server));
  });
}

/**
 * The kernel sends the signal to all processes that the sender may signal, without a gap in which one of them could start another. The
 * shell asks first who it is: as root, it would end the machine.
 */
async function endProcessesOf(uid: number): Promise<void> {
  const script = `test "$(id -u)" = ${uid} && kill -KILL -1`;
  // With no process left to end, `kill` fails.
  await promisify(execFile)('/bin/sh', ['-c', script], { uid, gid: uid, cwd: '/', env: {} }).catch(
    () => undefined,
  );
}

import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 180_000;

/**
 * One process at a time looks after the server of a folder. The lock is a listening abstract Unix socket: binding is
 * atomic and the kernel releases it when the process dies, so unlike a lock file it is never stale.
 */
export async function withFolderLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const name = `\0showreel-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`;
  const deadline = Date.now() + patienceMs;
  let lock = await tryListen(name);
  while (!lock) {
    if (Date.now() > deadline)
      throw new Error(`Another process has been starting the database of ${dataDir} for 3 minutes.`);
    await sleep(25);
    lock = await tryListen(name);
  }
  try {
    return await work();
  } finally {
    const held = lock;
    await new Promise((resolve) => held.close(resolve));
  }
}

function tryListen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(name, () => resolve(server));
  });
}

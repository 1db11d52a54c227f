import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded.ts';
import { canEnter } from '../../src/database/native.ts';
import { createLogger } from '../../src/log.ts';

const log = createLogger('silent');
const settings = { fsync: 'off' };
let dataDir: string;
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

// To create a cluster takes most of the time of a test here. Tests that are not about that start from a copy.
let madeBefore: string;
beforeAll(async () => {
  madeBefore = await mkdtemp(join(tmpdir(), 'showreel-embedded-'));
  const server = await startEmbeddedPostgres({ dataDir: madeBefore, log, settings });
  await server.stop();
});
afterAll(() => rm(madeBefore, { recursive: true, force: true }));
const copyCluster = () => execFileSync('cp', ['-a', `${madeBefore}/.`, dataDir]);

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-embedded-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  // Of a test that failed. A keeper that is left would start the server again, also where the folder is gone.
  for (const server of servers.splice(0)) await server.stop();
  await vi.waitFor(async () => expect(await postmaster()).toBeNull(), { timeout: 60_000 });
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  servers.push(server);
  return server;
}

/** Starts another process that owns the server. */
async function owner(options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'embedded-owner.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...options,
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout }))
    return { child, ...(JSON.parse(line) as { url: string; firstStart: boolean }) };
  throw new Error('the owner said nothing');
}
async function stopOwner(child: ChildProcess): Promise<void> {
  child.stdin?.write('stop\n');
  await once(child, 'exit');
}

async function postmaster(): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => null);
  return text ? Number(text.split('\n')[0]) : null;
}
/** The processes that hold the server up: those that have the write end of the pipe open. */
async function holdersOf(folder: string): Promise<number[]> {
  const pipe = join(folder, 'postgres.holders');
  const { ino } = await lstat(pipe);
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).map(Number).filter((one) => one > 0))
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => []))
      if ((await stat(`/proc/${pid}/fd/${fd}`).catch(() => null))?.ino === ino && (await isWriting(pid, fd)))
        found.push(pid);
  return found;
}
/** The lowest bit of a descriptor's flags, which are octal, says that it is open for writing alone. */
async function isWriting(pid: number, fd: string): Promise<boolean> {
  const info = await readFile(`/proc/${pid}/fdinfo/${fd}`, 'utf8').catch(() => '');
  return (Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? '0', 8) & 1) === 1;
}
const alive = async (pid: number) => (await lstat(`/proc/${pid}`).catch(() => null)) !== null;

async function query<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 30 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

test('what was written is there after a restart, and only the first start says that it is the first', async () => {
  const first = await start();
  expect(first.firstStart).toBe(true);
  await query(first.url, (sql) => sql`create table kept as select 'Ünïcödé 水 🎈' as text`);
  expect(await query(first.url, (sql) => sql`select upper('ünï') as text`)).toMatchObject([{ text: 'ÜNÏ' }]);
  const pid = await postmaster();
  await first.stop();
  await first.stop();
  // It has let go of its folder, and the kernel takes its process away when it gets a turn.
  await vi.waitFor(async () => expect(await alive(pid!)).toBe(false), { timeout: 60_000 });
  const second = await start();
  expect(second.firstStart).toBe(false);
  expect(await query(second.url, (sql) => sql`select text from kept`)).toMatchObject([
    { text: 'Ünïcödé 水 🎈' },
  ]);
  await second.stop();
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(/not properly shut down/);
});

test('it listens on loopback alone, and asks for a password that only its owner can read', async () => {
  copyCluster();
  const server = await start();
  const address = new URL(server.url);
  expect(address.hostname).toBe('127.0.0.1');
  expect(await query(server.url, (sql) => sql`show listen_addresses`)).toMatchObject([
    { listen_addresses: '127.0.0.1' },
  ]);
  address.password = 'guess';
  await expect(query(address.href, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' });
  expect((await lstat(join(dataDir, 'postgres.secret'))).mode & 0o777).toBe(0o600);
  await server.stop();
});

test('after SIGKILL of its owner, the server stops cleanly by itself', async () => {
  copyCluster();
  const { child } = await owner();
  const pid = await postmaster();
  child.kill('SIGKILL');
  await vi.waitFor(async () => expect(await alive(pid!)).toBe(false), { timeout: 60_000 });
  expect(await postmaster()).toBeNull();
});

test('after SIGKILL of all processes, the stale lock is no obstacle, even where another process has its process id by now', async () => {
  copyCluster();
  const { child, url } = await owner();
  await query(url, (sql) => sql`create table kept as select 7 as number`);
  const pid = await postmaster();
  process.kill(pid!, 'SIGKILL');
  child.kill('SIGKILL');
  await vi.waitFor(async () => expect(await alive(pid!)).toBe(false), { timeout: 60_000 });
  const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
  const stale = (await readFile(lockFile, 'utf8')).split('\n');
  await writeFile(lockFile, [process.ppid, ...stale.slice(1)].join('\n'));
  const server = await start();
  expect(await query(server.url, (sql) => sql`select number from kept`)).toMatchObject([{ number: 7 }]);
  await server.stop();
});

test('two processes that start at the same moment share one server, and the last one stops it', async () => {
  const [one, two] = await Promise.all([owner(), owner()]);
  expect(one.url).toBe(two.url);
  expect([one.firstStart, two.firstStart].sort()).toEqual([false, true]);
  const pid = await postmaster();
  const [creator, joiner] = one.firstStart ? [one, two] : [two, one];
  await stopOwner(creator.child);
  expect(await query(joiner.url, (sql) => sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
  joiner.child.kill('SIGKILL');
  await vi.waitFor(async () => expect(await alive(pid!)).toBe(false), { timeout: 60_000 });
});

test('a server that was killed runs again at the same address, for all processes that use it', async () => {
  copyCluster();
  const here = await start();
  const there = await owner();
  const sql = postgres(here.url, { max: 1, onnotice: () => undefined });
  const pid = (await postmaster())!;
  try {
    await sql`create table kept (word text)`;
    await sql`insert into kept values ('kept')`;
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(
      async () => {
        expect(await postmaster()).not.toBe(pid);
        expect(await sql`select word from kept`.catch(() => [])).toEqual([{ word: 'kept' }]);
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(there.url).toBe(here.url);
  } finally {
    await sql.end();
  }
  // The other process holds the new server too, and is the last one to let go of it.
  await vi.waitFor(async () => expect((await holdersOf(dataDir)).length).toBe(2), { timeout: 60_000 });
  await here.stop();
  expect(await alive((await postmaster())!)).toBe(true);
  await stopOwner(there.child);
  await vi.waitFor(async () => expect(await postmaster()).toBeNull(), { timeout: 60_000 });
});

test('a process that starts while the server lies dead gives it its old address, where the others look for it', async () => {
  copyCluster();
  const there = await owner();
  process.kill((await postmaster())!, 'SIGKILL');
  const here = await start();
  expect(here.url).toBe(there.url);
  await here.stop();
  await stopOwner(there.child);
});

test('a server whose killed predecessor has a process that is still busy starts when that one is done', async () => {
  copyCluster();
  const there = await owner();
  const sql = postgres(there.url, { max: 1, onnotice: () => undefined });
  // It computes, and so does not notice at once that its postmaster is gone.
  const busy = sql`select count(*) from generate_series(1, 20000000)`.catch(() => 'cut');
  await vi.waitFor(async () => {
    const active = await query(
      there.url,
      (other) => other`select from pg_stat_activity where query like '%generate_series(1, 2%'`,
    );
    expect(active.length).toBeGreaterThan(1);
  }, 60_000);
  process.kill((await postmaster())!, 'SIGKILL');
  const here = await start();
  expect(await query(here.url, (other) => other`select 1 as one`)).toMatchObject([{ one: 1 }]);
  await busy;
  await sql.end();
  await here.stop();
  await stopOwner(there.child);
});

test('a server that is killed before it has answered is started once more', async () => {
  copyCluster();
  const starting = start();
  const killed = await vi.waitUntil(postmaster, { timeout: 60_000, interval: 1 });
  process.kill(killed, 'SIGKILL');
  const server = await starting;
  // On a busy machine the server may have come up before it was killed. Then its keeper starts it again, a second later.
  await vi.waitFor(async () => expect(await postmaster()).not.toBe(killed), { timeout: 60_000 });
  expect(await query(server.url, (sql) => sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
  await server.stop();
});

test('where another program has the old port, the server takes a free one', async () => {
  copyCluster();
  const first = await start();
  await first.stop();
  const { port } = new URL(first.url);
  const stranger = createServer();
  await new Promise<void>((resolve) => stranger.listen(Number(port), '127.0.0.1', resolve));
  const second = await start();
  expect(new URL(second.url).port).not.toBe(port);
  await second.stop();
  await new Promise((resolve) => stranger.close(resolve));
});

test('where one process starts it twice, the server stays until it was stopped twice', async () => {
  copyCluster();
  const [one, two] = [await start(), await start()];
  expect(two.url).toBe(one.url);
  await one.stop();
  expect(await query(two.url, (sql) => sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
  await two.stop();
  expect(await postmaster()).toBeNull();
});

test('the incomplete cluster of a first start that crashed is removed', async () => {
  await mkdir(join(dataDir, 'postgres.new', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new', 'base', 'junk'), 'x');
  const server = await start();
  expect(server.firstStart).toBe(true);
  await server.stop();
  expect(await lstat(join(dataDir, 'postgres.new')).catch(() => null)).toBeNull();
});

test('a server that cannot start says why', async () => {
  copyCluster();
  await expect(
    startEmbeddedPostgres({ dataDir, log, settings: { shared_buffers: 'plenty' } }),
  ).rejects.toThrow(/did not start[\s\S]*shared_buffers/);
});

test('data of another major version is refused with a sentence', async () => {
  copyCluster();
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
  await expect(start()).rejects.toThrow(/belongs to PostgreSQL 9/);
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('the server runs as the user nobody, also below a folder that this user may not enter, whose mode stays as it is', async () => {
    const closed = join(dataDir, 'home');
    await mkdir(closed, { mode: 0o700 });
    const server = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), log, settings });
    const pid = Number(
      (await readFile(join(closed, 'data', 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
    );
    expect((await lstat(`/proc/${pid}`)).uid).toBe(65534);
    await query(server.url, (sql) => sql`create table big as select generate_series(1, 1000) as n`);
    await query(server.url, (sql) => sql`checkpoint`);
    await server.stop();
    expect((await lstat(closed)).mode & 0o777).toBe(0o700);
  });

  // An ordinary user cannot reach a clone in the home of root, nor the temporary folder of root.
  const nobody = { uid: 65534, gid: 65534 };
  test.runIf([import.meta.dirname, tmpdir()].every((folder) => canEnter(folder, nobody)))(
    'an ordinary user starts it under their own id',
    async () => {
      await chown(dataDir, nobody.uid, nobody.gid);
      await chmod(dataDir, 0o700);
      // The temporary folder of the user who runs the tests may be closed to others.
      const { child, url } = await owner({ ...nobody, env: { ...process.env, TMPDIR: '/tmp' } });
      const pid = await postmaster();
      expect((await lstat(`/proc/${pid}`)).uid).toBe(65534);
      expect(await query(url, (sql) => sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
      await stopOwner(child);
      await vi.waitFor(async () => expect(await alive(pid!)).toBe(false), { timeout: 60_000 });
    },
  );
});

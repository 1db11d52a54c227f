import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

const run = promisify(execFile);

/**
 * A real S3 service on loopback: Debian's radosgw with one monitor and one store in memory. It checks signatures and expiry. It takes a
 * second to start, and runs as an ordinary user where the tests are root.
 */
export interface Gateway {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Makes a bucket of this name. */
  createBucket(name: string): Promise<void>;
  client(): S3Client;
  /** Kills the gateway at once. What it has stored stays. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

/** The settings of a service that keeps its media there. */
export const bucketEnvironment = (gateway: Gateway, bucket: string): Record<string, string> => ({
  SHOWREEL_S3_BUCKET: bucket,
  SHOWREEL_S3_ENDPOINT: gateway.endpoint,
  SHOWREEL_S3_ACCESS_KEY_ID: gateway.accessKeyId,
  SHOWREEL_S3_SECRET_ACCESS_KEY: gateway.secretAccessKey,
});

/** @param host the address of this machine that it is reached at */
export async function startGateway(host = '127.0.0.1'): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'radosgw-'));
  const user = await ordinaryUser();
  const [monitorPort, port] = [await freePort(), await freePort()];
  const accessKeyId = `AK${randomBytes(9).toString('hex').toUpperCase()}`;
  const secretAccessKey = randomBytes(20).toString('hex');
  const running: ChildProcess[] = [];
  const begin = (program: string, words: string[]) => {
    // Nothing of it outlives the tests, even where these are killed.
    const bound = ['--pdeathsig', 'KILL', program, '-c', 'ceph.conf', '-f', ...words];
    const child = spawn('setpriv', bound, { ...user, cwd: folder, stdio: 'ignore' });
    running.push(child);
    return child;
  };
  const once = (program: string, words: string[]) =>
    run(program, words, { ...user, cwd: folder, timeout: 120_000 });
  const words = ['--rgw_frontends', `beast endpoint=${host}:${port}`];
  let gateway: ChildProcess;
  const revive = async () => {
    gateway = begin('radosgw', words);
    await answers(host, port, gateway, folder);
  };
  const stop = async () => {
    await Promise.all(running.map(killed));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const id = randomUUID();
    await writeFile(join(folder, 'ceph.conf'), configuration(id, folder, monitorPort));
    for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name));
    for (const name of ['', 'ceph.conf', 'mon', 'osd', 'rgw'])
      if (user) await chown(join(folder, name), user.uid, user.gid);
    const at = `[v2:127.0.0.1:${monitorPort}]`;
    await once('monmaptool', ['--create', '--addv', 'a', at, '--fsid', id, '--enable-all-features', 'map']);
    await once('ceph-mon', ['-c', 'ceph.conf', '--mkfs', '-i', 'a', '--monmap', 'map']);
    begin('ceph-mon', ['-i', 'a']);
    const store = randomUUID();
    await once('ceph', ['-c', 'ceph.conf', 'osd', 'new', store]);
    await once('ceph-osd', ['-c', 'ceph.conf', '-i', '0', '--mkfs', '--osd-uuid', store]);
    begin('ceph-osd', ['-i', '0']);
    // This waits until the store is up, and makes what the gateway needs. Both at once would make it twice.
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    await once('radosgw-admin', [
      '-c',
      'ceph.conf',
      'user',
      'create',
      '--uid',
      'showreel',
      '--display-name',
      'x',
      ...keys,
    ]);
    await revive();
  } catch (error) {
    await stop();
    throw missing(error);
  }
  const endpoint = `http://${host}:${port}`;
  const client = () =>
    new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    });
  return {
    endpoint,
    accessKeyId,
    secretAccessKey,
    client,
    async createBucket(name) {
      await client().send(new CreateBucketCommand({ Bucket: name }));
    },
    kill: () => killed(gateway),
    revive,
    stop,
  };
}

/**
 * Messages are neither encrypted nor signed among programs of one machine. The gateway asks for an encrypted way to the monitor unless the
 * modes say otherwise, and without keys there is none: it then tries every 3 s, for ever. The monitor gathers changes for a second unless
 * it is told to decide at once, and a start needs ten of them. A gateway tells all others when a bucket is changed, and waits half a minute for one
 * that was killed, unless none keeps a cache.
 */
const configuration = (id: string, folder: string, port: number) => `[global]
fsid = ${id}
mon_host = v2:127.0.0.1:${port}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
ms_mon_client_mode = crc
ms_mon_service_mode = crc
ms_mon_cluster_mode = crc
ms_cluster_mode = crc
ms_service_mode = crc
ms_client_mode = crc
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
mon_tick_interval = 1
mon_allow_pool_size_one = true
mon_data_avail_crit = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 1073741824
run_dir = ${folder}
log_file = ${folder}/$name.log
admin_socket = ${folder}/$name.$pid.asok
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_cache_enabled = false
rgw_data = ${folder}/rgw
keyring = ${folder}/keyring
`;

/** Debian makes a user for Ceph. */
async function ordinaryUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const [, uid, gid] = /^ceph:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** A port that no outgoing connection takes by itself, so that it is still free after a while. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    server.close();
    if (isFree) return port;
  }
}

async function answers(host: string, port: number, gateway: ChildProcess, folder: string): Promise<void> {
  for (let waits = 0; waits < 2_400 && gateway.exitCode === null; waits++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host, () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  const log = await readFile(join(folder, 'client.admin.log'), 'utf8').catch(() => '');
  throw new Error(`radosgw does not answer: ${log.slice(-1000)}`);
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

const missing = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? new Error('radosgw is not installed: run `scripts/setup tests` as root, on Debian.', { cause: error })
    : error;

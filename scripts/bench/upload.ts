/**
 * A video of 200 MB, uploaded to the service's own process: how much its memory grows, and how long it takes. Beside it a bare
 * Fastify route that does nothing but write the body to a file.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, open, readFile, stat, truncate } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { systemClock } from '../../src/clock.ts';
import { accountDecider } from '../../src/domain/accounts/decide.ts';
import { accountStream } from '../../src/domain/accounts/events.ts';
import { issueKey } from '../../src/domain/api-keys/issue.ts';
import { openDomain } from '../../src/domain/index.ts';
import { createProject } from '../../src/domain/projects/create.ts';
import { newId } from '../../src/ids.ts';
import { createLogger } from '../../src/log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import { developmentPayment } from '../../src/payment/development.ts';
import { createSecrets } from '../../src/secrets.ts';
import { createIntake } from '../../src/start/intake.ts';
import type { Figure } from './figure.ts';
import { type BenchServer, withServer } from './server.ts';

const sizeBytes = 200 * 2 ** 20;
const rounds = 3;
const key = Buffer.alloc(32, 7);
const root = join(import.meta.dirname, '..', '..');

export const benchUpload = (): Promise<Figure[]> =>
  withServer(4, async (server) => {
    const film = await makeFilms(server.dataDir);
    const { path, liveKey } = await openAccount(server);
    const ours = await measure(startService(server), film, path, {
      Authorization: `Bearer ${liveKey}`,
      'Content-Type': 'video/mp4',
    });
    const peer = await measure(startPeer(server), film, '/', { 'Content-Type': 'video/mp4' });
    const figure = (name: string, unit: string, value: number, peerValue: number): Figure => ({
      group: 'upload',
      name,
      value,
      unit,
      peer: 'bare Fastify, body to file',
      peerValue,
      ratio: value / peerValue,
      floor: null,
    });
    return [
      figure('memory grows by, 200 MB', 'MB', ours.growthMb, peer.growthMb),
      figure('200 MB taken in, checked and shown', 's', ours.seconds, peer.seconds),
    ];
  });

interface Films {
  small: string;
  large: string;
}

/** A real film of a second, and the same with a box that players skip: on disk it takes no room. */
async function makeFilms(folder: string): Promise<Films> {
  const [small, large] = [join(folder, 'small.mp4'), join(folder, 'large.mp4')];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30:duration=1'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...picture, '-pix_fmt', 'yuv420p', small]);
  const { size } = await stat(small);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(sizeBytes - size, 0);
  head.write('free', 4, 'latin1');
  await copyFile(small, large);
  const file = await open(large, 'a');
  await file.write(head);
  await file.close();
  await truncate(large, sizeBytes);
  return { small, large };
}

async function openAccount({ sql, url, dataDir }: BenchServer) {
  const media = folderStorage(join(dataDir, 'media'));
  const services = await openDomain({
    sql,
    databaseUrl: url,
    clock: systemClock,
    payment: developmentPayment,
    secrets: createSecrets([key]),
    log: createLogger('warn'),
    intake: createIntake({ media, ffmpegPath: null, videoLimitBytes: sizeBytes }),
  });
  const userId = newId('user');
  const context = () => ({ commandId: newId('cmd'), metadata: { actor: 'bench' } });
  await services.store.execute(context(), (unit) => {
    const account = unit.begin(accountDecider, accountStream(userId));
    account.decide({ type: 'open', userId, email: 'bench@example.com', plan: 'unlimited' });
  });
  const wanted = { userId, name: 'bench', type: 'live', projectId: null, allowedDomains: null } as const;
  const { key: liveKey } = await issueKey(services, context(), wanted);
  const project = { userId, name: 'Bench', url: 'https://example.com/', viewport: 'desktop' } as const;
  const { projectId } = await createProject(services, context(), project);
  await services.doorbell.stop();
  return { liveKey, path: `/api/v1/demos/local-upload?project_id=${projectId}&prompt=Bench` };
}

const startService = ({ url, dataDir }: BenchServer) =>
  spawn(process.execPath, [join(root, 'src', 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: url,
      SHOWREEL_ROLE: 'api',
      SHOWREEL_DATA_DIR: join(dataDir, 'api'),
      SHOWREEL_SECRET_KEYS: key.toString('hex'),
      SHOWREEL_LOG_LEVEL: 'warn',
      SHOWREEL_RATE_LIMITS: 'false',
    },
  });

const startPeer = ({ dataDir }: BenchServer) =>
  spawn(process.execPath, ['--input-type=module', '--eval', peerSource, join(dataDir, 'peer.mp4')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: root,
    env: { PATH: process.env.PATH },
  });

const peerSource = `
  import { createWriteStream } from 'node:fs';
  import { pipeline } from 'node:stream/promises';
  import { fastify } from 'fastify';
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => done(null, payload));
  app.post('/', async (request, reply) => {
    await pipeline(request.body, createWriteStream(process.argv[1]));
    return reply.code(201).send({});
  });
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
`;

/**
 * The most that the process's own memory rose above where it stood after a small upload, which brings the code and connections that
 * every process has once it works; and the median time.
 */
async function measure(server: ChildProcess, films: Films, path: string, headers: Record<string, string>) {
  try {
    const baseUrl = await baseUrlOf(server);
    await send(baseUrl + path, films.small, headers);
    const seconds: number[] = [];
    const before = await residentMb(server);
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentNow(server));
    }, 5);
    for (let n = 0; n < rounds; n++) {
      const begun = performance.now();
      await send(baseUrl + path, films.large, headers);
      seconds.push((performance.now() - begun) / 1000);
    }
    clearInterval(watch);
    return { growthMb: peak - before, seconds: seconds.sort((a, b) => a - b)[1]! };
  } finally {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
}

async function send(url: string, film: string, headers: Record<string, string>): Promise<void> {
  const { size } = await stat(film);
  const sending = request(url, { method: 'POST', headers: { ...headers, 'Content-Length': size } });
  const answered = once(sending, 'response');
  const file = await open(film);
  await pipeline(file.createReadStream(), sending);
  const [answer] = await answered;
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 201) throw new Error(`The upload was answered with ${answer.statusCode}.`);
}

async function baseUrlOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface(server.stdout!)) {
    const url = /(http:\/\/[^\s/]+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('The server ended before it was ready.');
}

const statusOf = ({ pid }: ChildProcess) => `/proc/${pid}/status`;
const residentIn = (status: string) => Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
const residentMb = async (server: ChildProcess) => residentIn(await readFile(statusOf(server), 'utf8'));
const residentNow = (server: ChildProcess) => residentIn(readFileSync(statusOf(server), 'utf8'));

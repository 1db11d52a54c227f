/**
 * An upload of 200 MB to the service's own process: how much the memory of the process grows, and how long the upload takes. Beside
 * it, a bare Fastify route only writes the body to a file.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { systemClock } from '../../../src/clock.ts';
import { accountDecider } from '../../../src/domain/accounts/decide.ts';
import { accountStream } from '../../../src/domain/accounts/events.ts';
import { issueKey } from '../../../src/domain/api-keys/issue.ts';
import { openDomain } from '../../../src/domain/index.ts';
import { createProject } from '../../../src/domain/projects/create.ts';
import { newId } from '../../../src/ids.ts';
import { createLogger } from '../../../src/log.ts';
import { folderStorage } from '../../../src/media/folder.ts';
import { developmentPayment } from '../../../src/payment/development.ts';
import { createSecrets } from '../../../src/secrets.ts';
import { createIntake } from '../../../src/start/intake.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { median } from '../race.ts';
import { type BenchServer, withServer } from '../server.ts';
import { benchSecretKey, type Served, serve, serveApi } from './process.ts';

const sizeBytes = 200 * 2 ** 20;
const rounds = 3;

export const benchUpload = (): Promise<Figure[]> =>
  withServer(4, async (server) => {
    const film = await makeFilms(server.dataDir);
    const { path, liveKey } = await openAccount(server);
    const ours = await measure(await serveApi(server, { SHOWREEL_RATE_LIMITS: 'false' }), film, path, {
      Authorization: `Bearer ${liveKey}`,
      'Content-Type': 'video/mp4',
    });
    const bareUpload = await serve(join(import.meta.dirname, 'bare-upload.ts'), {
      BENCH_FILE: join(server.dataDir, 'peer.mp4'),
    });
    const peer = await measure(bareUpload, film, '/', { 'Content-Type': 'video/mp4' });
    const figure = (name: string, value: number, unit: string, peerValue: number) =>
      figuresOf('upload')(name, value, unit, {
        peer: 'bare Fastify, body to file',
        peerValue,
        ratio: value / peerValue,
      });
    return [
      figure('memory grows by, 200 MB', ours.growthMb, 'MB', peer.growthMb),
      figure('200 MB taken in, checked and shown', ours.seconds, 's', peer.seconds),
    ];
  });

interface Films {
  small: string;
  large: string;
}

/** A real film of a second, and the same film with a box that players skip. The box is a hole in the file: it takes no room on disk. */
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
    secrets: createSecrets([benchSecretKey]),
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

/**
 * How far the process's own memory rises at most, and the median time of an upload. A small upload comes first and does not count: it
 * brings the code and the connections that every working process has.
 */
async function measure(
  { baseUrl, pid, stop }: Served,
  films: Films,
  path: string,
  headers: Record<string, string>,
) {
  try {
    await send(baseUrl + path, films.small, headers);
    const seconds: number[] = [];
    const before = residentMb(pid);
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMb(pid));
    }, 5);
    for (let n = 0; n < rounds; n++) {
      const begun = performance.now();
      await send(baseUrl + path, films.large, headers);
      seconds.push((performance.now() - begun) / 1000);
    }
    clearInterval(watch);
    return { growthMb: peak - before, seconds: median(seconds) };
  } finally {
    await stop();
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

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { fixedClock } from '../../src/clock.ts';
import { startApi } from './api.ts';
import { openProject } from './services.ts';

const run = promisify(execFile);

/** Small real films and pictures, as ffmpeg makes them. */
export interface Footage {
  mp4: Buffer;
  webm: Buffer;
  /** A WebM without a duration, as the MediaRecorder of a browser writes it. */
  liveWebm: Buffer;
  matroska: Buffer;
  quickTime: Buffer;
  /** Sound without a picture. */
  sound: Buffer;
  /** Sound with a cover, which is a video track that is marked as a picture. */
  soundWithCover: Buffer;
  png: Buffer;
  otherPng: Buffer;
  gif: Buffer;
  stillGif: Buffer;
}

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15:duration=2'];
const tone = ['-f', 'lavfi', '-i', 'sine=duration=2'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];

export async function makeFootage(): Promise<Footage> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-footage-'));
  const make = async (name: string, ...args: string[]) => {
    const path = join(folder, name);
    await run('ffmpeg', ['-v', 'error', '-y', ...args, path]);
    return readFile(path);
  };
  try {
    const mp4 = await make('a.mp4', ...picture, ...tone, ...h264, '-c:a', 'aac', '-shortest');
    const webm = await make('a.webm', ...picture, ...vp9);
    const png = await make('a.png', ...picture, '-frames:v', '1');
    const copied = (from: string, ...args: string[]) => ['-i', join(folder, from), '-c', 'copy', ...args];
    const sound = await make('sound.mp4', ...copied('a.mp4', '-vn'));
    return {
      mp4,
      webm,
      png,
      sound,
      liveWebm: await make('live.webm', ...copied('a.webm', '-f', 'webm', '-live', '1')),
      matroska: await make('a.mkv', ...copied('a.webm')),
      quickTime: await make('a.mov', ...copied('a.mp4')),
      soundWithCover: await make(
        'cover.mp4',
        ...['-i', join(folder, 'sound.mp4'), '-i', join(folder, 'a.png')],
        ...['-map', '0:a', '-map', '1', '-c', 'copy', '-disposition:v:0', 'attached_pic'],
      ),
      otherPng: await make('b.png', ...picture, '-vf', 'negate', '-frames:v', '1'),
      gif: await make('a.gif', ...picture, '-vf', 'fps=5'),
      stillGif: await make('still.gif', ...picture, '-frames:v', '1'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An MP4 that shows each colour for so many seconds, one after the other. */
export async function turning(colors: readonly string[], eachSec: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-footage-'));
  try {
    const path = join(folder, 'turning.mp4');
    const inputs = colors.flatMap((color) => ['-f', 'lavfi', '-i', `color=${color}:320x180:15:${eachSec}`]);
    const joined = ['-filter_complex', `concat=n=${colors.length}`];
    await run('ffmpeg', ['-v', 'error', '-y', ...inputs, ...joined, ...h264, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same film, made as large as `sizeBytes` by a box at its end that players skip. */
export function padded(mp4: Buffer, sizeBytes: number): Buffer {
  const free = Buffer.alloc(sizeBytes - mp4.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([mp4, free]);
}

/** A service with a project to which films can be uploaded, and these films, until the test file ends. It is 20 May 2026. */
export async function setUpUploads() {
  const clock = fixedClock('2026-05-20T10:00:00Z');
  const [api, footage] = await Promise.all([startApi({ clock }), makeFootage()]);
  afterAll(() => api.stop());
  return { api, clock, footage, projectId: await openProject(api.services, api.owner.userId) };
}

import { execFile } from 'node:child_process';
import { chmod, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What ffprobe says of the first video stream, after decoding all of it. */
export async function probe(path: string): Promise<Record<string, string>> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-count_frames', '-select_streams', 'v:0', '-of', 'json', '-show_streams'],
    ...['-show_format', path],
  ]);
  const { streams, format } = JSON.parse(stdout) as {
    streams: Record<string, string>[];
    format: Record<string, string>;
  };
  return { ...format, ...streams[0] };
}

/** RGBA of the frame at `timeSec`, decoded as a player does it. */
export async function decodedFrame(path: string, timeSec: number): Promise<Uint8Array> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-ss', String(timeSec), '-i', path, '-frames:v', '1'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  );
  return stdout;
}

/** Names of an MP4's outermost boxes, in their order. */
export async function mp4Boxes(path: string): Promise<string[]> {
  const file = await open(path);
  const names: string[] = [];
  try {
    const head = Buffer.alloc(8);
    for (let at = 0; (await file.read(head, 0, 8, at)).bytesRead === 8; ) {
      names.push(head.toString('latin1', 4, 8));
      at += Math.max(8, head.readUInt32BE(0));
    }
  } finally {
    await file.close();
  }
  return names;
}

/** A script in place of ffmpeg. Before it encodes raw frames, it runs `before` (shell). */
export async function ffmpegThat(before: string, folder: string) {
  const path = join(folder, 'ffmpeg-that');
  await writeFile(path, `#!/bin/sh\ncase "$*" in *"-f ivf"*) ${before};; esac\nexec ffmpeg "$@"\n`);
  await chmod(path, 0o755);
  return { path };
}

/** Whether a process has `folder` in its command line. In a sandbox, a process does not know its number outside. */
export async function isWorkedIn(folder: string): Promise<boolean> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = numbers.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).some((line) => line.includes(folder));
}

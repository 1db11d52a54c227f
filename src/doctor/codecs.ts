import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProbeTools } from '../probe/index.ts';
import { findFfmpeg } from '../recorder/index.ts';
import { type Finding, failed, ok, sentenceOf } from './check.ts';

const run = promisify(execFile);

/** Each kind of file that films come in. */
const kinds = { mp4: ['-c:v', 'libx264'], webm: ['-c:v', 'libvpx-vp9'], gif: [] };

/** Encodes a tenth of a second in every format, and looks for what examines uploads. */
export async function tryCodecs(ffmpegPath: string | null): Promise<Finding[]> {
  const advice = 'Install ffmpeg (Debian: apt install ffmpeg), or name one in SHOWREEL_FFMPEG.';
  const folder = await mkdtemp(join(tmpdir(), 'showreel-doctor-'));
  try {
    const { path, version, source } = await findFfmpeg(ffmpegPath);
    const missing: string[] = [];
    for (const [kind, codec] of Object.entries(kinds))
      if (!(await encodes(path, codec, join(folder, `film.${kind}`)))) missing.push(kind);
    const films =
      missing.length > 0
        ? failed(`ffmpeg ${version} makes no ${missing.join(' and no ')}`, advice)
        : ok(`ffmpeg ${version} (${source}) makes MP4, WebM and GIF`);
    const uploads = await findProbeTools(ffmpegPath).then(
      () => ok('ffprobe examines uploads'),
      (error: unknown) => failed(`uploads are refused: ${sentenceOf(error)}`, advice),
    );
    return [films, uploads];
  } catch (error) {
    return [failed(sentenceOf(error), advice)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function encodes(ffmpeg: string, codec: string[], path: string): Promise<boolean> {
  const source = ['-f', 'lavfi', '-i', 'color=c=teal:s=64x64:r=10:d=0.1'];
  try {
    await run(ffmpeg, ['-v', 'error', '-nostdin', ...source, ...codec, path], { timeout: 20_000 });
    return (await stat(path)).size > 0;
  } catch {
    return false;
  }
}

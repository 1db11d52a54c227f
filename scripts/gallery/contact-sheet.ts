import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Aspect } from '../../src/recorder/contract/shapes.ts';

const frames = 8;
/** Columns, and the width of a frame in pixels: each sheet is about 1,440 wide. */
const layouts: Record<Aspect, { columns: number; width: number }> = {
  '16:9': { columns: 4, width: 360 },
  '1:1': { columns: 8, width: 180 },
  '4:5': { columns: 8, width: 180 },
  '9:16': { columns: 8, width: 180 },
};

/** Eight frames of a film, evenly spread and in order, as one JPEG. */
export async function makeContactSheet(
  film: string,
  { aspect, durationMs }: { aspect: Aspect; durationMs: number },
): Promise<Buffer> {
  const { columns, width } = layouts[aspect];
  const rate = (frames * 1000) / durationMs;
  const filters = [
    // The middle of each eighth: the very first frame is the bare stage.
    `fps=${rate}:start_time=0:round=near`,
    `scale=${width}:-2:flags=lanczos`,
    `tile=${columns}x${frames / columns}:padding=4:color=white`,
  ];
  const { stdout } = await promisify(execFile)(
    process.env.SHOWREEL_FFMPEG ?? 'ffmpeg',
    [
      ...['-v', 'error', '-i', film, '-vf', filters.join(',')],
      ...['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', '-'],
    ],
    { encoding: 'buffer', maxBuffer: 16_000_000 },
  );
  return stdout;
}

import { z } from 'zod';
import { AppError } from '../errors.ts';
import { type Confinement, runConfined, sealedInput } from './confined.ts';
import { type Container, findContainer } from './container.ts';
import type { ProbeTools } from './tools.ts';

export interface VideoFacts {
  container: Container;
  /** In pixels, as coded in the file. */
  width: number;
  height: number;
  /** null where the file has no duration. */
  durationMs: number | null;
}

const limits = { writes: null, timeoutMs: 15_000, memoryBytes: 1024 ** 3, writesBytes: 0 };
const largestSide = 8192;
/** Nobody records a longer film, and a larger number would not fit into the column of durations. */
const longestMs = 24 * 60 * 60_000;

const answer = z.object({
  format: z.object({ duration: z.coerce.number().positive().optional().catch(undefined) }),
  streams: z.array(
    z.object({
      index: z.number(),
      codec_type: z.string().optional(),
      codec_name: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      disposition: z.object({ attached_pic: z.number() }).optional(),
    }),
  ),
});

/**
 * Checks that the file is a complete MP4 or WebM with a video track whose first picture can be decoded.
 * @throws AppError 415 `invalid_video` with the reason
 */
export async function checkVideo(tools: ProbeTools, path: string): Promise<VideoFacts> {
  const container = await findContainer(path);
  if (!container) throw notVideo('it is neither an MP4 nor a WebM file, or it is not whole');
  const input = sealedInput(container === 'mp4' ? 'mov' : 'matroska', path);
  const asked = ['-show_entries', entries, '-of', 'json'];
  const confinement = { ...limits, reads: path };
  const { output, complaint } = await runConfined(tools, 'ffprobe', [...input, ...asked], confinement);
  if (output === null) throw notVideo('it cannot be read', complaint);
  const told = answer.safeParse(parseJson(output));
  if (!told.success) throw notVideo('it cannot be read', complaint);
  const { format, streams } = told.data;
  // The cover of a song is a video track too, but it is marked as an attached picture.
  const track = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  );
  if (!track) throw notVideo('it has no video track');
  const { width = 0, height = 0 } = track;
  if (width < 1 || height < 1) throw notVideo('its video track has no size', complaint);
  if (width > largestSide || height > largestSide)
    throw notVideo(`its pictures are ${width}×${height}, and ${largestSide} pixels a side are the most`);
  await decodeFirst(tools, confinement, [...input, '-map', `0:${track.index}`], track.codec_name);
  const durationMs = format.duration === undefined ? null : Math.round(format.duration * 1000);
  return {
    container,
    width,
    height,
    durationMs: durationMs !== null && durationMs <= longestMs ? durationMs : null,
  };
}

const entries =
  'format=duration:stream=index,codec_type,codec_name,width,height:stream_disposition=attached_pic';

async function decodeFirst(
  tools: ProbeTools,
  confinement: Confinement,
  input: string[],
  codec: string | undefined,
): Promise<void> {
  const args = ['-nostdin', ...input, '-frames:v', '1', '-f', 'framecrc', '-'];
  const { output, complaint } = await runConfined(tools, 'ffmpeg', args, confinement);
  if (countFrames(output) < 1)
    throw notVideo(
      `no picture of its video track (${codec ?? 'of an unknown kind'}) can be decoded`,
      complaint,
    );
}

/** The first frame's line in the output of the framecrc format, which prints a header and then one line for each frame. */
export const countFrames = (output: string | null) =>
  (output ?? '').split('\n').filter((line) => /^\d/.test(line)).length;

/** Parses JSON; null for a truncated answer. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const notVideo = (reason: string, detail?: string) =>
  new AppError('invalid_video', 415, `The body is not a video that can be shown: ${reason}.`, {
    ...(detail && { detail }),
  });

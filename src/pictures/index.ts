/**
 * Pictures that nobody vouches for become plain pixels. The API comes in with what was uploaded; it knows no storage and no
 * request, and imports nothing of ours but errors.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { invalid } from '../errors.ts';

export interface PlainPicture {
  /** WebP without metadata: lossless of a PNG, else of high quality. */
  image: Buffer;
  /** 480 pixels wide at most, WebP. */
  preview: Buffer;
  width: number;
  height: number;
}

/** A stage has 1920 pixels: twice that leaves room for a portrait picture, and more is never seen. */
const longestSide = 3840;
/** A file of some kilobytes can hold a picture of gigabytes. */
const mostPixels = 50_000_000;
const mostSec = 20;

/**
 * Draws a picture anew: turned as its orientation says, in sRGB, the first frame only, and with nothing else of the file.
 * @throws AppError 400 `invalid_file` where it is not a PNG, JPEG or WebP picture by its content, is broken or has too many pixels.
 */
export async function drawAnew(bytes: Uint8Array): Promise<PlainPicture> {
  const format = formatOf(bytes);
  if (!format) throw invalidFile('`file` must be a PNG, JPEG or WebP picture, by its content.');
  // The limit is checked below, with a sentence; the decoder has it too, should a header lie.
  const source = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
  const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => null);
  if (metadata?.format !== format) throw broken();
  if (pixelsOf(metadata) > mostPixels)
    throw invalidFile(
      `\`file\` must have at most ${mostPixels / 1_000_000} megapixels, but it has ${metadata.width} × ${metadata.height} pixels.`,
    );
  const lossless = format === 'png';
  const [image, preview] = await inTurn(async () => {
    const large = await drawn(source(), longestSide)
      .webp({ lossless, quality: 90, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    return [large, await drawn(sharp(large.data), 480).webp({ quality: 80, effort: 4 }).toBuffer()] as const;
  }).catch(() => {
    throw broken();
  });
  const { width, height } = image.info;
  return { image: image.data, preview, width, height };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * One after the other: 300 KB can hold a picture that takes 170 MB and a second to draw, and a thread of the few on which
 * files are read and passwords checked.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastTurn.then(work);
  lastTurn = mine.catch(() => undefined);
  return mine;
}

const drawn = (source: Sharp, side: number) =>
  source
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: mostSec });

const pixelsOf = ({ width = 0, height = 0 }: Metadata) => width * height;

function formatOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null;
}

const invalidFile = (message: string) => invalid(message, 'invalid_file');
const broken = () => invalidFile('`file` is broken: it cannot be read as the picture it begins as.');

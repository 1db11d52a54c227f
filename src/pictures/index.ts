/**
 * Turns pictures from strangers into plain pixels. The API imports it for uploads. It knows neither the storage nor the request, and of
 * ours it imports `errors` only.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { invalid } from '../errors.ts';

export interface PlainPicture {
  /** WebP without metadata: lossless for a PNG, of high quality otherwise. */
  image: Buffer;
  /** WebP, at most 480 pixels wide. */
  preview: Buffer;
  width: number;
  height: number;
}

/** A stage is 1920 pixels wide. Twice that suffices for a portrait picture too; more would never be seen. */
const longestSide = 3840;
/** A file of a few kilobytes can decompress to a picture of gigabytes. */
const mostPixels = 50_000_000;
const mostSec = 20;

/**
 * Draws the first frame of a picture anew, in sRGB and turned as its orientation says. Nothing else of the file remains.
 * @throws AppError 400 `invalid_file` where the content is no PNG, JPEG or WebP picture, is damaged, or has too many pixels
 */
export async function drawAnew(bytes: Uint8Array): Promise<PlainPicture> {
  const format = formatOf(bytes);
  if (!format) throw invalidFile('`file` must be a PNG, JPEG or WebP picture, by its content.');
  // The limit is checked below, with a sentence for the caller. The decoder has it too, in case a header lies.
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
 * Draws one picture at a time. A file of 300 KB can hold a picture that takes 170 MB and one second, and it occupies one of the few
 * threads that also read files and check passwords.
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

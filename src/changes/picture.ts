import sharp from 'sharp';

const pictureWidth = 640;
// Blocks of 8 × 8 pixels at this width: a changed word shows, the noise of JPEG does not.
const comparedWidth = 320;
const blockSize = 8;
const blockDiffers = 10;
const mostBlocks = 0.002;

/** A screen of a page. */
export interface View {
  picture: Uint8Array;
  /** The share of its height, from the top, that the screen before shows as well: a page's end seldom fills a screen. */
  seenBefore: number;
}

/** Pictures of one page from top to bottom become one, 640 pixels wide. JPEG. */
export async function stack(views: readonly View[]): Promise<Buffer> {
  const parts = await Promise.all(views.map(partOf));
  let height = 0;
  const layers = parts.map(({ data, info }) => {
    const top = height;
    height += info.height;
    return { input: data, left: 0, top };
  });
  const canvas = {
    width: pictureWidth,
    height: Math.max(1, height),
    channels: 3 as const,
    background: '#fff',
  };
  return sharp({ create: canvas }).composite(layers).jpeg({ quality: 82 }).toBuffer();
}

async function partOf({ picture, seenBefore }: View) {
  const { data, info } = await sharp(picture)
    .resize({ width: pictureWidth })
    .toBuffer({ resolveWithObject: true });
  const top = Math.min(info.height - 1, Math.round(info.height * seenBefore));
  const rest = { left: 0, top, width: info.width, height: info.height - top };
  return sharp(data).extract(rest).toBuffer({ resolveWithObject: true });
}

/** Whether a viewer would take two such pictures for the same. */
export async function looksAlike(before: Uint8Array, after: Uint8Array): Promise<boolean> {
  const [was, is] = await Promise.all([greys(before), greys(after)]);
  if (Math.abs(was.height - is.height) > 2) return false;
  const [rows, columns] = [
    Math.floor(Math.min(was.height, is.height) / blockSize),
    comparedWidth / blockSize,
  ];
  let different = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (blockDifference(was.data, is.data, row, column) > blockDiffers) different++;
  return different <= rows * columns * mostBlocks;
}

async function greys(picture: Uint8Array): Promise<{ data: Buffer; height: number }> {
  const { data, info } = await sharp(picture)
    .resize({ width: comparedWidth })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, height: info.height };
}

function blockDifference(was: Buffer, is: Buffer, row: number, column: number): number {
  let sum = 0;
  for (let y = row * blockSize; y < (row + 1) * blockSize; y++)
    for (let x = column * blockSize; x < (column + 1) * blockSize; x++) {
      const at = y * comparedWidth + x;
      sum += Math.abs((was[at] ?? 0) - (is[at] ?? 0));
    }
  return sum / blockSize ** 2;
}

import sharp from 'sharp';

const pictureWidth = 640;
// Pictures are compared in blocks of 8 × 8 pixels at this width: a changed word shows, the noise of JPEG does not.
const comparedWidth = 320;
const blockSize = 8;
const blockDiffers = 10;
const mostBlocks = 0.002;

/** A screen of a page. */
export interface View {
  picture: Uint8Array;
  /** The share of its height, from the top, that the screen before shows too. A page's end seldom fills a whole screen. */
  seenBefore: number;
}

/** Joins the pictures of a page, from top to bottom, into one JPEG of 640 pixels in width. */
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

/** Indices of blocks, counted row by row. */
export type Blocks = ReadonlySet<number>;
/** A picture of 320 pixels in width, with one byte of grey for each pixel. */
export interface Greys {
  data: Buffer;
  height: number;
}

/** The blocks in which pictures of one page at different moments differ, with the blocks around them. */
export async function movingIn(pictures: readonly Uint8Array[]): Promise<Blocks> {
  const [first, ...others] = await Promise.all(pictures.map(greys));
  const moving = new Set<number>();
  for (const other of others)
    if (first && Math.abs(first.height - other.height) <= 2)
      for (const at of spread(first, other)) moving.add(at);
  return moving;
}

/**
 * The same for a film, around its frame `at`, for as long as the camera rests on either side. Where more than an eighth of the picture
 * changes at once, the camera has moved: a page by itself never changes that much.
 */
export function movingAround(frames: readonly Greys[], at: number): Blocks {
  const moving = new Set<number>();
  const anchor = frames[at];
  if (!anchor) return moving;
  for (const side of [frames.slice(0, at).reverse(), frames.slice(at + 1)])
    for (const frame of side) {
      const own = differing(anchor, frame);
      if (own.length > (anchor.height / blockSize) * columns * mostOfFilm) break;
      for (const block of spread(anchor, frame)) moving.add(block);
    }
  return moving;
}
const mostOfFilm = 1 / 8;

/**
 * Whether two pictures look the same to a viewer.
 * @param moving blocks in which the page moves by itself; they are not compared
 */
export async function looksAlike(
  before: Uint8Array,
  after: Uint8Array,
  moving: Blocks = new Set(),
): Promise<boolean> {
  const [was, is] = await Promise.all([greys(before), greys(after)]);
  if (Math.abs(was.height - is.height) > 2) return false;
  const different = unexplained(differing(was, is), moving);
  return different.length <= rowsOf(was, is) * columns * mostBlocks;
}

/**
 * The differing blocks without those that move, and without their neighbours in the same line: the looks see a clock's seconds move,
 * and later its hours differ. The reach is the width of a word. Text beside a clock is compared in words.
 */
function unexplained(different: number[], moving: Blocks): number[] {
  let left = different.filter((block) => !moving.has(block));
  let known = new Set(moving);
  for (let hop = 0; hop < mostHops; hop++) {
    const touched = left.filter((block) =>
      [-columns, 0, columns].some((row) => [-2, -1, 1, 2].some((step) => known.has(block + row + step))),
    );
    known = new Set(touched);
    left = left.filter((block) => !known.has(block));
  }
  return left;
}
const mostHops = 5;

const columns = comparedWidth / blockSize;
const rowsOf = (a: Greys, b: Greys) => Math.floor(Math.min(a.height, b.height) / blockSize);

function differing(was: Greys, is: Greys): number[] {
  const blocks: number[] = [];
  for (let row = 0; row < rowsOf(was, is); row++)
    for (let column = 0; column < columns; column++)
      if (blockDifference(was.data, is.data, row, column) > blockDiffers) blocks.push(row * columns + column);
  return blocks;
}

/** Adds the surrounding blocks, for a wider digit or a shadow. */
function spread(was: Greys, is: Greys): number[] {
  return differing(was, is).flatMap((block) =>
    [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => block + down * columns + right)),
  );
}

async function greys(picture: Uint8Array): Promise<Greys> {
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

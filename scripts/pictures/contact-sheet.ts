import sharp, { type OverlayOptions } from 'sharp';

const height = 430;
const gap = 8;
const most = { width: 1900, height: 2200 };

/** Lays pictures out in rows, in their order. @returns the files that it wrote */
export async function contactSheet(paths: readonly string[], name: string): Promise<string[]> {
  const pictures = await Promise.all(
    paths.map(async (path) => {
      const { data, info } = await sharp(path).resize({ height }).png().toBuffer({ resolveWithObject: true });
      return { input: data, width: info.width };
    }),
  );
  const sheets: OverlayOptions[][] = [[]];
  let [left, top] = [0, 0];
  for (const { input, width } of pictures) {
    if (left + width > most.width) [left, top] = [0, top + height + gap];
    if (top + height > most.height) {
      sheets.push([]);
      [left, top] = [0, 0];
    }
    sheets.at(-1)!.push({ input, left, top });
    left += width + gap;
  }
  return Promise.all(
    sheets.map(async (pictures, index) => {
      const path = `${name}-${index + 1}.png`;
      await sharp({ create: { ...most, channels: 3, background: '#c0c0c8' } })
        .composite(pictures)
        .png()
        .toFile(path);
      return path;
    }),
  );
}

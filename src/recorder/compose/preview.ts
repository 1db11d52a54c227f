import { paintBackground } from './paint/background.ts';

const size = { width: 480, height: 270 };

/** A small WebP picture of a background, painted as the background of a film is. */
export async function paintPreview(background: string): Promise<Buffer> {
  const canvas = await paintBackground(size, background, null);
  return canvas.encode('webp', 90);
}

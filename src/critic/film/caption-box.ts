import type { StageLayout } from '../../recorder/contract/stage-layout.ts';
import type { Rect } from '../../recorder/contract/take-frame.ts';

/** In parts of the font's size, as the captions' font has them in the mean. */
const characterWidth = 0.53;
const lineHeight = 1.36;
/** Around the words, in pixels at 1080p. */
const around = { across: 60, down: 26 };

/** Where a caption stands on the output, in pixels. Its width is estimated to a tenth, since fonts are the compositor's. */
export function captionBox({ caption, unit }: StageLayout, text: string): Rect {
  const { fontPx, lineWidth, mostLines, middle, isBeside, top, bottom } = caption;
  const whole = text.trim().length * characterWidth * fontPx;
  const lines = Math.min(mostLines, Math.max(1, Math.ceil(whole / lineWidth)));
  const width = Math.min(lineWidth, whole / lines) + around.across * unit;
  const height = lines * lineHeight * fontPx + around.down * unit;
  const end = isBeside ? bottom + height / 2 : top === null ? bottom : Math.min(bottom, top + height);
  return { x: middle - width / 2, y: end - height, width, height };
}

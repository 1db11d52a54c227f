import { onOutput, type StageLayout } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';

/** The rectangle on the output whose round corners clip the page: a device's screen with its bar, else the whole window. */
export function screenBounds(stage: StageLayout, camera: Camera): { bounds: Rect; radius: number } {
  const { content, screenRadius, scale, barHeight, frame } = stage;
  const isBare = frame === 'bare' || frame === 'window';
  const screen = isBare
    ? stage.window
    : { x: content.x, y: content.y - barHeight, width: content.width, height: content.height + barHeight };
  const bounds = onOutput(stage, camera, {
    x: (screen.x - content.x) / scale,
    y: (screen.y - content.y) / scale,
    width: screen.width / scale,
    height: screen.height / scale,
  });
  return { bounds, radius: screenRadius * camera.zoom };
}

import { onOutput, type StageLayout } from '../../contract/stage-layout.ts';
import type { Camera, Rect } from '../../contract/take-frame.ts';

/** What rounds the page's corners, on the output: a device's screen with its bar, else the whole window. */
export function screenPlace(stage: StageLayout, camera: Camera): { place: Rect; radius: number } {
  const { content, screenRadius, scale, barHeight, frame } = stage;
  const bare = frame === 'bare' || frame === 'window';
  const screen = bare
    ? stage.window
    : { x: content.x, y: content.y - barHeight, width: content.width, height: content.height + barHeight };
  const place = onOutput(stage, camera, {
    x: (screen.x - content.x) / scale,
    y: (screen.y - content.y) / scale,
    width: screen.width / scale,
    height: screen.height / scale,
  });
  return { place, radius: screenRadius * camera.zoom };
}

import type { SKRSContext2D } from '@napi-rs/canvas';
import { onOutput, type StageLayout } from '../../contract/stage-layout.ts';
import type { TakeFrame } from '../../contract/take-frame.ts';
import { monospaceFont } from './fonts.ts';

/**
 * The debug display for authors of scripts: the frame and its time, the step, the camera, and the part of the page that was
 * captured.
 */
export function paintHud(context: SKRSContext2D, stage: StageLayout, frame: TakeFrame): void {
  const { unit } = stage;
  const { camera, clip } = frame;
  const lines = [
    `frame ${frame.index}  ${(frame.timeMs / 1000).toFixed(3)} s`,
    `step  ${frame.stepLabel}`,
    `cam   ${camera.x.toFixed(1)}, ${camera.y.toFixed(1)}  x${camera.zoom.toFixed(3)}`,
    `clip  ${clip.x.toFixed(0)}, ${clip.y.toFixed(0)}  ${clip.width.toFixed(0)} x ${clip.height.toFixed(0)}`,
  ];
  context.font = monospaceFont(16 * unit);
  context.textAlign = 'left';
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 24 * unit;
  context.fillStyle = 'rgba(0, 0, 0, 0.72)';
  context.fillRect(12 * unit, 12 * unit, width, (lines.length * 22 + 14) * unit);
  context.fillStyle = '#7dffa8';
  for (const [at, line] of lines.entries()) context.fillText(line, 24 * unit, (34 + at * 22) * unit);

  const box = onOutput(stage, camera, clip);
  context.strokeStyle = '#ff3b6b';
  context.lineWidth = 2 * unit;
  context.strokeRect(box.x + unit, box.y + unit, box.width - 2 * unit, box.height - 2 * unit);
}

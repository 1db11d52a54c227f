import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolvePresentation } from '../../src/recorder/contract/presentation.ts';
import { layoutStage, visibleClip, wideCamera } from '../../src/recorder/contract/stage-layout.ts';
import { type TakeFrame, viewports } from '../../src/recorder/contract/take-frame.ts';
import { writeTake } from '../../src/recorder/takes/take-file.ts';
import { capture, takeFrame } from './synthetic-take.ts';

const fps = 30;
/** Three seconds: the whole page, a close-up with a click, and the whole page again. */
const lengthFrames = 90;
export const clickMs = 1500;

/** A take of a page that was drawn without a browser, as the bytes of its file. It hides what `hides` says. */
export async function keptTake({ hides = [] as string[] } = {}): Promise<Buffer> {
  const viewport = viewports.desktop;
  const output = { width: 1280, height: 720 };
  const stage = layoutStage({ output, viewport, presentation: resolvePresentation(null) });
  const wide = wideCamera(stage);
  const close = { x: 720, y: 450, zoom: 1.6 };
  const folder = await mkdtemp(join(tmpdir(), 'kept-take-'));
  const path = join(folder, 'film.take');
  const take = await writeTake(path);
  try {
    for (let index = 0; index < lengthFrames; index++) {
      const isClose = index >= 30 && index < 60;
      const clip = isClose ? visibleClip(stage, close)! : { ...viewport, x: 0, y: 0 };
      const isNew = index === 0 || index === 30 || index === 60;
      const camera = isClose ? close : wide;
      const frame: Partial<TakeFrame> = {
        index,
        camera,
        clip: { x: clip.x, y: clip.y, width: clip.width, height: clip.height },
        image: isNew ? capture(stage, viewport, { clip, zoom: camera.zoom }) : null,
        click: index === (clickMs / 1000) * fps ? { x: 700, y: 400 } : null,
      };
      await take.add(takeFrame(stage, viewport, frame));
    }
    await take.finish({
      fps,
      viewport,
      scale: stage.scale,
      zoom: { enabled: true, intensity: 1.6 },
      leadInMs: 600,
      leadOutMs: 600,
      hides,
      snapshots: [],
      steps: [],
      script: { title: 'Pricing', steps: [{ type: 'navigate', url: 'https://example.com/' }] },
    });
    return await readFile(path);
  } finally {
    await take.close();
    await rm(folder, { recursive: true, force: true });
  }
}

import { SegmentedControl, TextInput } from '@mantine/core';
import type { BoardScene } from './board.ts';
import type { ShownScene, Step } from './preview.ts';
import { type CameraChoice, cameraIn, captionIn } from './scene-edit.ts';
import styles from './storyboard.module.css';

interface SettingsProps {
  scene: BoardScene;
  shown: ShownScene;
  steps: Step[];
  place: number;
  onChange: (news: Partial<BoardScene>) => void;
}

const cameras: { value: CameraChoice; label: string }[] = [
  { value: 'close', label: 'Close-up' },
  { value: 'whole', label: 'Whole' },
  { value: 'still', label: 'Leave it' },
];

const bounds = { leastSec: 0.5, mostSec: 20 };

/** How a scene is filmed: the camera, the caption and the time that it stays. What is set to what was planned is no change. */
export function SceneSettings({ scene, shown, steps, place, onChange }: SettingsProps) {
  const planned = { camera: cameraIn(steps), caption: captionIn(steps) };
  const sec = (scene.stayMs ?? shown.durationMs) / 1000;
  const stay = (typed: string) => {
    const value = Number(typed);
    if (typed.trim() === '' || !Number.isFinite(value)) return onChange({ stayMs: undefined });
    const within = Math.min(bounds.mostSec, Math.max(bounds.leastSec, value));
    onChange({ stayMs: Math.round(within * 1000) });
  };
  return (
    <details className={styles.settings}>
      <summary>Camera, caption, time</summary>
      <div className="stack">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={`Camera of scene ${place + 1}`}
          value={scene.camera ?? planned.camera}
          onChange={(value) =>
            onChange({ camera: value === planned.camera ? undefined : (value as CameraChoice) })
          }
          data={cameras}
        />
        <TextInput
          label="Caption"
          aria-label={`Caption of scene ${place + 1}`}
          placeholder="None"
          maxLength={200}
          value={scene.caption ?? planned.caption}
          onChange={({ currentTarget: { value } }) =>
            onChange({ caption: value === planned.caption ? undefined : value })
          }
        />
        <TextInput
          key={`${scene.stayMs}`}
          label="Stays, in seconds"
          aria-label={`Seconds that scene ${place + 1} stays`}
          type="number"
          step={0.1}
          min={bounds.leastSec}
          max={bounds.mostSec}
          defaultValue={sec.toFixed(1)}
          onBlur={({ currentTarget: { value } }) => value !== sec.toFixed(1) && stay(value)}
        />
      </div>
    </details>
  );
}

import { Button } from '@mantine/core';
import { type DemoDetail, isRunning } from '../parts/demo-state.ts';
import { formatSeconds } from '../parts/format.ts';
import styles from './demo.module.css';
import { inWords, type LogLine, linesOf, type ScriptStep, stepsOf } from './log-line.ts';

interface Scene {
  intent: string;
  startMs: number | null;
  steps: { place: number; words: string }[];
}

/** The script as scenes in a row: when each begins, and what happens in it. */
export function ScriptTimeline({ demo }: { demo: DemoDetail }) {
  const steps = stepsOf(demo);
  if (!steps)
    return (
      <p className="quiet">
        {isRunning(demo) ? 'The script is written while the page is read.' : 'This demo has no script.'}
      </p>
    );
  const log = linesOf(demo) ?? [];
  return (
    <>
      <ol className={`plain ${styles.timeline}`}>
        {scenesOf(steps, log).map((scene) => (
          <li key={scene.steps[0]!.place}>
            <span className={`num ${styles.time}`}>
              {scene.startMs === null ? '' : formatSeconds(scene.startMs)}
            </span>
            <div>
              <strong>{scene.intent}</strong>
              <ul className={`plain quiet small ${styles.deeds}`}>
                {scene.steps.map(({ place, words }) => (
                  <li key={place}>{words}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
      <Button
        component="a"
        variant="default"
        size="xs"
        href={`data:application/json;charset=utf-8,${encodeURIComponent(demo.action_script ?? '')}`}
        download={`${demo.id}.json`}
      >
        Download for Chrome’s Recorder
      </Button>
    </>
  );
}

/** Steps of one intent in a row are a scene. */
function scenesOf(steps: ScriptStep[], log: LogLine[]): Scene[] {
  const scenes: Scene[] = [];
  for (const [place, step] of steps.entries()) {
    if (step.type === 'setViewport') continue;
    const intent = step.showreel?.intent ?? inWords(step);
    const startMs = log.find((line) => line.step === place)?.startMs ?? null;
    const said = { place, words: inWords(step) };
    if (scenes.at(-1)?.intent === intent) scenes.at(-1)!.steps.push(said);
    else scenes.push({ intent, startMs, steps: [said] });
  }
  return scenes;
}

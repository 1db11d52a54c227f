import { Progress as Bar, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import type { Progress } from '../data/progress.ts';
import type { DemoDetail } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatNumber, formatPercent, formatSeconds } from '../parts/format.ts';
import styles from './demo.module.css';
import { type FilmedScene, useFilmedScenes } from './use-filmed-scenes.ts';

const steps = [
  ['planning', 'Read and plan'],
  ['recording', 'Record'],
  ['rendering', 'Render'],
  ['publishing', 'Publish'],
] as const;

const headlines: Record<string, string> = {
  planning: 'Reading the page and planning the film',
  recording: 'Recording',
  rendering: 'Rendering the film',
  publishing: 'Almost there',
};

/** While the first film is made: how far it is, its newest picture, and its scenes as they fill. */
export function Filming({ demo, progress }: { demo: DemoDetail; progress: Progress | null }) {
  const step = progress?.step ?? demo.latestJob?.step ?? null;
  const at = steps.findIndex(([name]) => name === step);
  const scenes = useFilmedScenes(demo.id, progress);
  return (
    <section className={`card ${styles.filming}`} aria-label="The film is being made">
      <FilmingBar progress={progress} />
      {demo.latestJob?.status === 'queued' && !progress?.step && <Line />}
      <ol className={`plain ${styles.steps}`}>
        {steps.map(([name, words], index) => (
          <li key={name} data-state={index < at ? 'done' : index === at ? 'now' : 'next'}>
            {words}
          </li>
        ))}
      </ol>
      <div className={styles.live}>
        {progress?.frame && (
          <img className={styles.newest} src={progress.frame} alt="The film as it is now" />
        )}
        {scenes.length > 0 && <Scenes scenes={scenes} />}
      </div>
      <Cancel demo={demo} />
    </section>
  );
}

function Scenes({ scenes }: { scenes: FilmedScene[] }) {
  const stateInWords = { done: 'filmed', now: 'being filmed', next: 'to come' };
  return (
    <ol className={`plain ${styles.scenes}`} aria-label="Scenes of the film">
      {scenes.map(({ words, picture, state }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a scene is its place in the film.
        <li key={place} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          {picture ? (
            <img src={picture} alt="" className={styles[state]} />
          ) : (
            <span className={`${styles.blank} ${styles[state] ?? ''}`} />
          )}
          <span>
            {words}
            <span className="visually-hidden">, {stateInWords[state]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Step, percentage and time left. */
export function FilmingBar({ progress }: { progress: Progress | null }) {
  const fraction = progress?.progress ?? 0;
  const { scene, step, message } = progress ?? {};
  const headline = scene
    ? `Filming scene ${formatNumber(scene.index + 1)} of ${formatNumber(scene.count)}: ${scene.name}`
    : (headlines[step ?? ''] ?? 'Waiting for its turn');
  const left = progress?.leftSec ? `about ${formatSeconds(progress.leftSec * 1000)} left` : null;
  return (
    <div className="stack">
      <div className="row between">
        <strong role="status">{headline}</strong>
        <span className="quiet num">{[formatPercent(fraction), left].filter(Boolean).join(' · ')}</span>
      </div>
      <Bar.Root size="lg">
        <Bar.Section value={fraction * 100} aria-label="How far the film is" />
      </Bar.Root>
      {message && message !== scene?.name && <p className={`quiet small ${styles.message}`}>{message}</p>}
    </div>
  );
}

/** How long it is until the film's turn, as far as the service can tell. */
function Line() {
  const { data } = useQuery({ ...api.accounts.usage.queryOptions({}), refetchInterval: 5_000 });
  if (!data?.queue.place) return null;
  const { place, expectedStartSec } = data.queue;
  const start = expectedStartSec ? `, starts in about ${formatSeconds(expectedStartSec * 1000)}` : '';
  return (
    <p className={`quiet small num ${styles.message}`}>
      {place === 1 ? 'Next in line' : `Place ${formatNumber(place)} in line`}
      {start}
    </p>
  );
}

function Cancel({ demo }: { demo: DemoDetail }) {
  const queries = useQueryClient();
  const cancel = useMutation(
    api.demos.cancel.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.pathKey() }),
    }),
  );
  return (
    <div className="row between">
      <p className={`quiet small ${styles.message}`}>
        You can leave this page. The film is made all the same.
      </p>
      <Button
        variant="subtle"
        size="xs"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ id: demo.id })}
      >
        Cancel
      </Button>
      {cancel.isError && <FaultNote error={cancel.error} />}
    </div>
  );
}

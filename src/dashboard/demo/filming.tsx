import { Progress as Bar, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import type { Progress } from '../data/progress.ts';
import type { DemoDetail } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatNumber, formatPercent, formatSeconds } from '../parts/format.ts';
import { readScenes } from '../storyboard/storage.ts';
import styles from './demo.module.css';

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

/** While the first film is made: how far it is, step by step, above the scenes of its storyboard. */
export function Filming({ demo, progress }: { demo: DemoDetail; progress: Progress | null }) {
  const step = progress?.step ?? demo.latestJob?.step ?? null;
  const at = steps.findIndex(([name]) => name === step);
  const scenes = readScenes(demo.id);
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
      {scenes.length > 0 && (
        <ol className={`plain ${styles.scenes}`} aria-label="Scenes of the film">
          {scenes.map(({ words, stillUrl }) => (
            <li key={stillUrl}>
              <img src={new URL(stillUrl).pathname} alt="" />
              <span>{words}</span>
            </li>
          ))}
        </ol>
      )}
      <Cancel demo={demo} />
    </section>
  );
}

/** Step, percentage and time left. */
export function FilmingBar({ progress }: { progress: Progress | null }) {
  const fraction = progress?.progress ?? 0;
  const headline = headlines[progress?.step ?? ''] ?? 'Waiting for its turn';
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
      {progress?.message && <p className={`quiet small ${styles.message}`}>{progress.message}</p>}
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

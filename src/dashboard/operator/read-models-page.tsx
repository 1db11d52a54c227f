import { Button, Progress, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDateTime, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { client, type Outputs, operators } from './api.ts';
import styles from './operator.module.css';
import { useRun } from './use-run.ts';
import { type Step, type Verdict, Verdicts } from './verdicts.tsx';

type Model = Outputs['projections']['list'][number];

interface Seen {
  verdicts: Verdict[];
  /** Of the read model that is under way. */
  now: { projection: string; fraction: number } | null;
}

const next = (seen: Seen | null, step: Step): Seen =>
  'progress' in step
    ? {
        verdicts: seen?.verdicts ?? [],
        now: {
          projection: step.projection,
          fraction: step.progress.position / Math.max(1, step.progress.upTo),
        },
      }
    : { verdicts: [...(seen?.verdicts ?? []), step], now: null };

/** The tables that are made of the log: how far they are, whether they equal it, and how they are made anew. */
export function ReadModelsPage() {
  const models = useQuery(operators.projections.list.queryOptions());
  const verify = useRun((options) => client.projections.verify.query({ name: null }, options), next);
  return (
    <>
      <PageHead
        title="Read models"
        lead="Tables that are made of the log, and can be made anew while the service runs."
      >
        <Button onClick={verify.start} loading={verify.isRunning}>
          Compare with the log
        </Button>
      </PageHead>
      {verify.error !== null && <FaultNote error={verify.error} retry={verify.start} />}
      {verify.seen?.now && <Bar verb="Comparing" now={verify.seen.now} />}
      {verify.seen && <Verdicts verdicts={verify.seen.verdicts} isRunning={verify.isRunning} />}
      {models.isPending && <Skeleton height={480} radius="lg" />}
      {models.isError && <FaultNote error={models.error} retry={() => models.refetch()} />}
      {models.data && (
        <div className="card">
          <table className="table">
            <thead>
              <tr>
                <th>Read model</th>
                <th>Version</th>
                <th>Written</th>
                <th>Built</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {models.data.map((model) => (
                <ModelLine key={model.name} model={model} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

const Bar = ({ verb, now: { projection, fraction } }: { verb: string; now: NonNullable<Seen['now']> }) => (
  <div className="stack">
    <span className="small" role="status">
      {verb} {projection}
    </span>
    <Progress value={100 * fraction} aria-label={`${verb} ${projection}`} />
  </div>
);

function ModelLine({ model }: { model: Model }) {
  const queries = useQueryClient();
  const { name, codeVersion, databaseVersion, mode, lag, tables, updatedAt } = model;
  const build = useRun(async (options) => {
    const steps = await client.projections.rebuild.mutate({ name }, options);
    return steps as AsyncIterable<Step>;
  }, next);
  const done = build.seen?.verdicts[0];
  const rebuild = async () => {
    await build.start();
    await queries.invalidateQueries({ queryKey: operators.projections.pathKey() });
  };
  return (
    <tr>
      <td data-label="Read model">
        <span>
          {name}
          {tables.join() !== name && (
            <span className={`quiet small ${styles.under}`}>{tables.join(', ')}</span>
          )}
        </span>
      </td>
      <td data-label="Version" className={codeVersion === databaseVersion ? 'num' : styles.fault}>
        {codeVersion === databaseVersion
          ? codeVersion
          : `${databaseVersion ?? 'none'}, and the code has ${codeVersion}`}
      </td>
      <td data-label="Written">
        {mode === 'inline'
          ? 'With each event'
          : lag === 0
            ? 'Up to date'
            : `${formatNumber(lag)} events behind`}
      </td>
      <td data-label="Built" className={styles.short}>
        {updatedAt ? formatDateTime(updatedAt) : 'Never'}
      </td>
      <td className="right">
        {build.seen?.now && (
          <Progress value={100 * build.seen.now.fraction} aria-label={`Building ${name}`} />
        )}
        {done && <span role="status">Built from {formatNumber(done.events)} events</span>}
        {build.error !== null && <FaultNote error={build.error} />}
        {!build.seen && (
          <SureButton
            size="xs"
            label="Rebuild"
            ask="Rebuild now?"
            loading={build.isRunning}
            onSure={rebuild}
          />
        )}
      </td>
    </tr>
  );
}

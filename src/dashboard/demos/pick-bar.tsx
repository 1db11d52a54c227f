import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, client, queryClient } from '../data/api.ts';
import { remove } from '../data/removals.ts';
import { isRunning, titleOf } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatNumber } from '../parts/format.ts';
import styles from './demos.module.css';
import { mostPicks, type usePicks } from './use-picks.ts';

/** As many as the service refreshes in one request. */
const atOnce = 100;

/** How many demos there are, and what is done with those that are picked. */
export function PickBar({ picks, total }: { picks: ReturnType<typeof usePicks>; total: number }) {
  const { demos } = picks;
  const refresh = useMutation({ mutationFn: refreshAll });
  const repeatable = demos.filter((demo) => demo.source === 'generated' && !isRunning(demo));
  const deletePicked = () => {
    const name = demos.length === 1 ? `“${titleOf(demos[0]!)}”` : `${formatNumber(demos.length)} demos`;
    remove({ kind: 'demos', ids: demos.map(({ id }) => id), name });
    picks.clear();
  };
  return (
    <section className={styles.bar} aria-label="Picked demos" data-open={demos.length > 0}>
      <div className="row">
        <span className="num" role="status">
          {demos.length > 0
            ? `${formatNumber(demos.length)} of ${formatNumber(total)} picked`
            : `${formatNumber(total)} ${total === 1 ? 'demo' : 'demos'}`}
        </span>
        {demos.length > 0 && (
          <>
            {repeatable.length > 0 && (
              <Button
                size="xs"
                variant="default"
                loading={refresh.isPending}
                title="Films them again. Each costs one of the month’s demos or one credit, and nothing where its page has not changed."
                onClick={() =>
                  refresh.mutate(
                    repeatable.map(({ id }) => id),
                    { onSuccess: picks.clear },
                  )
                }
              >
                {`Refresh ${formatNumber(repeatable.length)}`}
              </Button>
            )}
            <Button size="xs" variant="default" color="fault" onClick={deletePicked}>
              {`Delete ${formatNumber(demos.length)}`}
            </Button>
          </>
        )}
        {demos.length < Math.min(total, mostPicks) && (
          <Button size="xs" variant="subtle" loading={picks.isPickingAll} onClick={picks.pickAll}>
            {total > mostPicks ? `Pick the first ${formatNumber(mostPicks)}` : 'Pick all'}
          </Button>
        )}
        {demos.length > 0 && (
          <Button size="xs" variant="subtle" onClick={picks.clear}>
            Pick none
          </Button>
        )}
      </div>
      {refresh.data && (
        <p className="quiet small plain" role="status">
          {inWords(refresh.data)}
        </p>
      )}
      {refresh.isError && <FaultNote error={refresh.error} />}
    </section>
  );
}

interface Refreshed {
  queued: number;
  skipped: number;
  overQuota: number;
}

async function refreshAll(ids: string[]): Promise<Refreshed> {
  const sum = { queued: 0, skipped: 0, overQuota: 0 };
  for (let from = 0; from < ids.length && sum.overQuota === 0; from += atOnce) {
    const done = await client.demoBatches.refresh.mutate({ ids: ids.slice(from, from + atOnce) });
    sum.queued += done.queued;
    sum.skipped += done.skipped;
    // What comes after a page that met the quota would meet it too.
    sum.overQuota += done.over_quota && done.over_quota + Math.max(0, ids.length - from - atOnce);
  }
  void queryClient.invalidateQueries({ queryKey: api.accounts.pathKey() });
  return sum;
}

const inWords = ({ queued, skipped, overQuota }: Refreshed) =>
  [
    `${formatNumber(queued)} queued.`,
    skipped > 0 && `${formatNumber(skipped)} skipped, as they are being made already.`,
    overQuota > 0 && `For ${formatNumber(overQuota)} there was no credit left.`,
  ]
    .filter(Boolean)
    .join(' ');

import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { type DemoFilter, useDemoList } from '../data/demo-lists.ts';
import { Grid, useKept } from '../parts/demo-grid.tsx';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatNumber } from '../parts/format.ts';
import styles from './demos.module.css';
import { EmptyList } from './empty-list.tsx';
import { PickBar } from './pick-bar.tsx';
import { PickTile } from './pick-tile.tsx';
import { usePicks } from './use-picks.ts';

/** The demos that fit a filter, newest first: read page by page while one scrolls, to be picked and worked on together. */
export function DemoBrowser({
  search = '',
  projectId = '',
  status,
  source,
  pageUrl = '',
  empty,
}: {
  search?: string;
  projectId?: string;
  status?: DemoFilter['status'];
  source?: DemoFilter['source'];
  /** Only the films of this page. */
  pageUrl?: string;
  /** What is shown where there is none, in place of the way to the first demo. */
  empty?: ReactNode;
}) {
  const list = useDemoList({
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(projectId && { project_id: projectId }),
    ...(status && { status }),
    ...(source && { source }),
    ...(pageUrl && { page_url: pageUrl }),
  });
  const read = list.data?.pages.flatMap((page) => page.demos) ?? [];
  const demos = useKept(read);
  const total = (list.data?.pages[0]?.total ?? 0) - (read.length - demos.length);
  const picks = usePicks(demos, list);
  const isFiltered = search !== '' || status !== undefined || pageUrl !== '';
  return (
    <>
      {list.isPending && <Skeletons />}
      {list.isError && <FaultNote error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && total <= 0 && (empty ?? <EmptyList isFiltered={isFiltered} projectId={projectId} />)}
      {total > 0 && <PickBar picks={picks} total={total} />}
      <Grid arePicksShown={picks.ids.size > 0}>
        {demos.map((demo) => (
          <PickTile key={demo.id} demo={demo} isPicked={picks.ids.has(demo.id)} pick={picks.pick} />
        ))}
      </Grid>
      {list.hasNextPage && (
        <NearEnd isIdle={!list.isFetching && !list.isError} onNear={list.fetchNextPage}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {`Show more: ${formatNumber(demos.length)} of ${formatNumber(total)} are shown`}
          </Button>
        </NearEnd>
      )}
    </>
  );
}

/**
 * Calls as soon as it is a screen away and nothing is being read. It looks again after each reading: the list may have been read anew
 * just when the end came near, and nobody scrolls who is at the end.
 */
function NearEnd({
  isIdle,
  onNear,
  children,
}: {
  isIdle: boolean;
  onNear: () => unknown;
  children: ReactNode;
}) {
  const here = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!isIdle) return;
    const watcher = new IntersectionObserver(([entry]) => entry!.isIntersecting && latest.current(), {
      rootMargin: '900px',
    });
    watcher.observe(here.current!);
    return () => watcher.disconnect();
  }, [isIdle]);
  return (
    <div className={styles.more} ref={here}>
      {children}
    </div>
  );
}

const Skeletons = () => (
  <div className={styles.skeletons} aria-hidden="true">
    {[1, 2, 3, 4, 5, 6].map((one) => (
      <Skeleton key={one} height={190} radius="lg" />
    ))}
  </div>
);

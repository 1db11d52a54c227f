import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, type Inputs } from '../data/api.ts';
import { DemoGrid } from '../parts/demo-grid.tsx';
import { type Demo, isRunning, stateOf } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { PageHead } from '../parts/page-head.tsx';
import styles from './demos.module.css';

type Status = NonNullable<Inputs['demos']['list']['status']>;

/** Every demo, newest first. What is looked for stands in the address. */
export function DemosPage() {
  const [query, setQuery] = useSearchParams();
  const [search, projectId, status] = ['q', 'project', 'status'].map((name) => query.get(name) ?? '');
  const set = (name: string, value: string) =>
    setQuery(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  const demos = useDemos({ projectId: projectId!, status: status! });
  const all = demos.data?.pages.flatMap((page) => page.demos) ?? [];
  const found = all.filter((demo) => matches(demo, search!));
  useWhole(search !== '', demos);
  const isFiltered = search !== '' || projectId !== '' || status !== '';
  return (
    <>
      <PageHead title="Demos">
        <Filters search={search!} projectId={projectId!} status={status!} set={set} />
      </PageHead>
      {demos.isPending && <Skeletons />}
      {demos.isError && <FaultNote error={demos.error} retry={() => demos.refetch()} />}
      {demos.isSuccess && found.length === 0 && !demos.isFetchingNextPage && (
        <Empty isFiltered={isFiltered} />
      )}
      <DemoGrid demos={found} />
      {demos.hasNextPage && (
        <div className={styles.more}>
          <Button variant="default" loading={demos.isFetchingNextPage} onClick={() => demos.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const useDemos = ({ projectId, status }: { projectId: string; status: string }) =>
  useInfiniteQuery({
    ...api.demos.list.infiniteQueryOptions(
      {
        limit: 60,
        ...(projectId && { project_id: projectId }),
        ...(status in stateOf && { status: status as Status }),
      },
      { getNextPageParam: ({ next_cursor }) => next_cursor },
    ),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ demos }) => demos.some(isRunning)) ? 3_000 : false,
  });

/** The service does not search in words, so a search reads the whole list, page by page. */
function useWhole(
  isWanted: boolean,
  { hasNextPage, isFetching, fetchNextPage }: ReturnType<typeof useDemos>,
) {
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, fetchNextPage]);
}

const matches = ({ title, prompt }: Demo, search: string) =>
  `${title ?? ''} ${prompt}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase());

function Filters(props: {
  search: string;
  projectId: string;
  status: string;
  set: (name: string, value: string) => void;
}) {
  const projects = useQuery(api.projects.list.queryOptions({ limit: 100 }));
  const named = (projects.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const states = Object.entries(stateOf).map(([value, { words }]) => ({ value, label: words }));
  return (
    <search className={styles.filters}>
      <TextInput
        aria-label="Search in titles and sentences"
        placeholder="Search"
        type="search"
        defaultValue={props.search}
        onChange={({ currentTarget }) => props.set('q', currentTarget.value)}
      />
      <NativeSelect
        aria-label="Project"
        value={props.projectId}
        onChange={({ currentTarget }) => props.set('project', currentTarget.value)}
        data={[{ value: '', label: 'All projects' }, ...named]}
      />
      <NativeSelect
        aria-label="State"
        value={props.status}
        onChange={({ currentTarget }) => props.set('status', currentTarget.value)}
        data={[{ value: '', label: 'All states' }, ...states]}
      />
    </search>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <div className="empty">
      <h2>No demo fits</h2>
      <p>None has these words in its title or sentence, or is in this project and state.</p>
      <Button component={Link} to="/demos" reloadDocument={false} variant="default">
        Show all
      </Button>
    </div>
  ) : (
    <div className="empty">
      <h2>No demo yet</h2>
      <p>Give the address of a page and one sentence. You see the scenes before anything is filmed.</p>
      <Button component={Link} to="/">
        Make the first one
      </Button>
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

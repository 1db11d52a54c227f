import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { api, client, type Inputs, type Outputs, queryClient } from './api.ts';

export type DemoPage = Outputs['demos']['overview'];
export type DemoFilter = Pick<
  Inputs['demos']['overview'],
  'search' | 'project_id' | 'status' | 'source' | 'page_url'
>;

const pageSize = 60;
const optionsOf = (filter: DemoFilter) =>
  api.demos.overview.infiniteQueryOptions(
    { ...filter, limit: pageSize },
    { getNextPageParam: ({ next_cursor }) => next_cursor },
  );

export const useDemoList = (filter: DemoFilter) => useInfiniteQuery(optionsOf(filter));

/**
 * Brings the lists on the screen up to date with some demos that have changed: those that fit a list are put into it or replaced, and the
 * others leave it. To read a list of 500 demos again would take nine requests for each change of one.
 */
export async function updateLists(ids: readonly string[]): Promise<void> {
  const queries = queryClient
    .getQueryCache()
    .findAll({ queryKey: api.demos.overview.pathKey(), type: 'active' });
  await Promise.all(
    queries.map(async ({ queryKey }) => {
      const { input, type } = (queryKey as [unknown, { input?: DemoFilter; type?: string }?])[1] ?? {};
      if (type !== 'infinite') return queryClient.invalidateQueries({ queryKey });
      const found = await client.demos.overview.query({ ...input, ids: ids.join(','), limit: 100 });
      queryClient.setQueryData<InfiniteData<DemoPage>>(
        queryKey,
        (now) => now && { ...now, pages: mergePages(now.pages, ids, found) },
      );
    }),
  );
}

/**
 * @param found those of the changed demos that fit the list
 * @returns the pages with them; a demo beyond the last page that was read comes with its own page
 */
export function mergePages(
  pages: DemoPage[],
  changed: readonly string[],
  { demos: found, total }: Pick<DemoPage, 'demos' | 'total'>,
): DemoPage[] {
  const byId = new Map(found.map((demo) => [demo.id, demo]));
  const here = new Set(pages.flatMap(({ demos }) => demos.map(({ id }) => id)));
  const fresh = found.filter(({ id }) => !here.has(id));
  const gone = changed.filter((id) => here.has(id) && !byId.has(id));
  const last = pages.at(-1);
  return pages.map((page, index) => {
    const kept = page.demos.filter(({ id }) => !gone.includes(id)).map((demo) => byId.get(demo.id) ?? demo);
    const isLast = page === last;
    // Ids sort by the time of creation, and a page ends with its oldest demo.
    const from = page.demos.at(-1)?.id ?? '';
    const until = index === 0 ? null : (pages[index - 1]!.demos.at(-1)?.id ?? null);
    const mine = fresh.filter(
      ({ id }) => (until === null || id < until) && (id > from || (isLast && page.next_cursor === null)),
    );
    return {
      ...page,
      demos: mine.length === 0 ? kept : [...kept, ...mine].sort((a, b) => (a.id < b.id ? 1 : -1)),
      total,
    };
  });
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import { type DemoDetail, isRunning } from '../parts/demo-state.ts';

/** The project of a demo. */
export const useProjectOf = ({ project_id: id }: Pick<DemoDetail, 'project_id'>) =>
  useQuery({ ...api.projects.read.queryOptions({ id, demos: 'none' }), staleTime: 60_000 }).data;

/** Has the demo made again: a refresh of one that has a film, a retry of one that has none. */
export function useRefresh(id: string) {
  const queries = useQueryClient();
  return useMutation(
    api.demos.refresh.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.demos.read.queryKey({ id }) });
        void queries.invalidateQueries({ queryKey: api.pathKey() });
      },
    }),
  );
}

/** The page that a demo films; empty until its project is read. */
export const usePageOf = (demo: DemoDetail): string => {
  const project = useProjectOf(demo);
  return demo.page_url ?? project?.url ?? '';
};

export const canRefresh = (demo: DemoDetail) => demo.source === 'generated' && !isRunning(demo);

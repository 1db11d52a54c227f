import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../data/api.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDate, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';

const schedules = { manual: 'By hand', daily: 'Daily', weekly: 'Weekly', 'on-deploy': 'After a deployment' };

/** The sites, with how many demos each has and how they are kept up to date. */
export function ProjectsPage() {
  const projects = useInfiniteQuery(
    api.projects.list.infiniteQueryOptions(
      { limit: 60 },
      { getNextPageParam: ({ next_cursor }) => next_cursor },
    ),
  );
  const all = projects.data?.pages.flatMap((page) => page.projects) ?? [];
  return (
    <>
      <PageHead title="Projects" lead="A project is a page and the demos of it." />
      {projects.isPending && <Skeleton height={240} radius="lg" />}
      {projects.isError && <FaultNote error={projects.error} retry={() => projects.refetch()} />}
      {projects.isSuccess && all.length === 0 && (
        <div className="empty">
          <h2>No project yet</h2>
          <p>The first demo of a page makes its project.</p>
          <Button component={Link} to="/">
            Make a demo
          </Button>
        </div>
      )}
      {all.length > 0 && (
        <div className="card">
          <table className="table">
            <thead>
              <tr>
                <th>Name</th>
                <th>Page</th>
                <th className="right">Demos</th>
                <th>Refreshed</th>
                <th>Since</th>
              </tr>
            </thead>
            <tbody>
              {all.map((project) => (
                <tr key={project.id}>
                  <td data-label="Name">
                    <Link to={`/demos?project=${project.id}`}>{project.name}</Link>
                  </td>
                  <td data-label="Page">{project.url}</td>
                  <td data-label="Demos" className="right num">
                    {formatNumber(project.demo_count)}
                  </td>
                  <td data-label="Refreshed">{schedules[project.refresh_schedule]}</td>
                  <td data-label="Since">{formatDate(project.created_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {projects.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          onClick={() => projects.fetchNextPage()}
          loading={projects.isFetchingNextPage}
        >
          Show more
        </Button>
      )}
    </>
  );
}

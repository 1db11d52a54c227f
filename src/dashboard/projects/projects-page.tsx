import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, type Inputs } from '../data/api.ts';
import { fieldFaults } from '../data/fault.ts';
import { useRemovals } from '../data/kept-removals.ts';
import { addressOf } from '../home/wish.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDate, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { SaveRow } from '../parts/setting.tsx';
import { Table } from '../parts/table.tsx';
import { optionsOf, schedules, viewports } from './names.ts';

type List = NonNullable<ReturnType<typeof useProjects>['data']>['pages'][number]['projects'];

/** The sites, with how many demos each has and how they are kept up to date. */
export function ProjectsPage() {
  const projects = useProjects();
  const removed = useRemovals().flatMap(({ kind, ids }) => (kind === 'project' ? ids : []));
  const all = (projects.data?.pages.flatMap((page) => page.projects) ?? []).filter(
    ({ id }) => !removed.includes(id),
  );
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageHead title="Projects" lead="A project is a page and the demos of it.">
        {!isMaking && (
          <Button variant="default" onClick={() => setMaking(true)}>
            New project
          </Button>
        )}
      </PageHead>
      <div className="stack">
        {isMaking && <NewProject onCancel={() => setMaking(false)} />}
        {projects.isPending && <Skeleton height={240} radius="lg" />}
        {projects.isError && <FaultNote error={projects.error} retry={() => projects.refetch()} />}
        {projects.isSuccess && all.length === 0 && !isMaking && (
          <div className="empty">
            <h2>No project yet</h2>
            <p>The first demo of a page makes its project.</p>
            <Button component={Link} to="/">
              Make a demo
            </Button>
          </div>
        )}
        {all.length > 0 && <ProjectTable projects={all} />}
        {projects.hasNextPage && (
          <div>
            <Button
              variant="default"
              onClick={() => projects.fetchNextPage()}
              loading={projects.isFetchingNextPage}
            >
              Show more
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

const useProjects = () =>
  useInfiniteQuery(
    api.projects.list.infiniteQueryOptions(
      { limit: 60 },
      { getNextPageParam: ({ next_cursor }) => next_cursor },
    ),
  );

const ProjectTable = ({ projects }: { projects: List }) => (
  <div className="card">
    <Table
      rows={projects}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: ({ id, name }) => <Link to={`/projects/${id}`}>{name}</Link> },
        { head: 'Page', cell: ({ url }) => url },
        { head: 'Demos', kind: 'number', cell: ({ demo_count }) => formatNumber(demo_count) },
        { head: 'Refreshed', cell: ({ refresh_schedule }) => schedules[refresh_schedule] },
        { head: 'Since', cell: ({ created_at }) => formatDate(created_at) },
      ]}
    />
  </div>
);

/** A project before its first demo, for a page that needs a login, or another screen. */
function NewProject({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate();
  const create = useMutation(
    api.projects.create.mutationOptions({ onSuccess: ({ id }) => navigate(`/projects/${id}?tab=login`) }),
  );
  const faults = fieldFaults(create.error, ['name', 'url', 'viewport']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    create.mutate({
      name: String(fields.get('name')).trim(),
      url: addressOf(String(fields.get('url'))),
      viewport: String(fields.get('viewport')) as Inputs['projects']['create']['viewport'],
    });
  };
  return (
    <form className="card stack" onSubmit={submit} aria-label="New project">
      <div className="fields">
        <TextInput name="name" label="Name" maxLength={100} error={faults.of.name} required />
        <TextInput
          name="url"
          label="Address of the page"
          placeholder="example.com"
          inputMode="url"
          error={faults.of.url}
          required
        />
        <NativeSelect name="viewport" label="Screen" data={optionsOf(viewports)} error={faults.of.viewport} />
      </div>
      <SaveRow saving={create} isTold={faults.isTold} label="Make the project">
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </SaveRow>
    </form>
  );
}

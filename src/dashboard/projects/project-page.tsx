import { Button, Skeleton, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { api } from '../data/api.ts';
import { remove } from '../data/removals.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Deployments } from './deployments.tsx';
import { GeneralSettings } from './general-settings.tsx';
import { LoginSettings } from './login-settings.tsx';
import type { Project } from './names.ts';
import { ResetSettings } from './reset-settings.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { SitePages, useSitePages } from './site-pages.tsx';

const tabs = {
  demos: 'Demos',
  settings: 'Settings',
  login: 'Sign-in and masks',
  deploy: 'Deployments and secrets',
};

/** One project: its demos, and everything that can be set for them. The open tab stands in the address. */
export function ProjectPage() {
  const { id = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') ?? 'demos';
  const project = useQuery(api.projects.read.queryOptions({ id, demos: 'none' }));
  if (!project.data)
    return (
      <>
        <PageHead title="Project" />
        {project.isError ? (
          <FaultNote error={project.error} retry={() => project.refetch()} />
        ) : (
          <Skeleton height={320} radius="lg" />
        )}
      </>
    );
  const { data } = project;
  return (
    <>
      <PageHead title={data.name} lead={<a href={data.url}>{data.url}</a>}>
        <ProjectActions project={data} />
      </PageHead>
      <Tabs
        value={tab in tabs ? tab : 'demos'}
        onChange={(next) => setQuery(next === 'demos' ? {} : { tab: next! }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          {Object.entries(tabs).map(([value, words]) => (
            <Tabs.Tab key={value} value={value}>
              {words}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="demos" pt="md">
          <SitePages projectId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md" className="stack">
          <GeneralSettings project={data} />
          <ResetSettings project={data} />
          <DeleteProject project={data} />
        </Tabs.Panel>
        <Tabs.Panel value="login" pt="md">
          <LoginSettings project={data} />
        </Tabs.Panel>
        <Tabs.Panel value="deploy" pt="md" className="stack">
          <Deployments project={data} />
          <SigningSecret projectId={id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function ProjectActions({ project }: { project: Project }) {
  const queries = useQueryClient();
  const refresh = useMutation(
    api.projects.refresh.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.demos.pathKey() }),
    }),
  );
  const ready = useSitePages(project.id).reduce((sum, { ready_count }) => sum + ready_count, 0);
  return (
    <div className="stack">
      <div className="row">
        {ready > 0 && (
          <Button
            variant="default"
            loading={refresh.isPending}
            onClick={() => refresh.mutate({ id: project.id })}
            title="Reads each page and films it again. Where nothing has changed, it costs nothing."
          >
            {`Refresh all ${formatNumber(ready)}`}
          </Button>
        )}
        <Button component={Link} to={`/?url=${encodeURIComponent(project.url)}`}>
          New demo of it
        </Button>
      </div>
      {refresh.data && (
        <p role="status" className="quiet small plain">
          {formatNumber(refresh.data.queued)} queued.
          {refresh.data.over_quota > 0 &&
            ` For ${formatNumber(refresh.data.over_quota)} there was no credit left.`}
        </p>
      )}
      {refresh.isError && <FaultNote error={refresh.error} />}
    </div>
  );
}

function DeleteProject({ project }: { project: Project }) {
  const navigate = useNavigate();
  const count = project.demo_count;
  const remaining = count === 0 ? '' : ` with ${formatNumber(count)} ${count === 1 ? 'demo' : 'demos'}`;
  return (
    <section className="card row between" aria-label="Delete the project">
      <p className="plain">The project is deleted with all of its demos and their addresses.</p>
      <Button
        variant="default"
        color="fault"
        onClick={() => {
          remove({ kind: 'project', ids: [project.id], name: `“${project.name}”${remaining}` });
          navigate('/projects');
        }}
      >
        Delete the project
      </Button>
    </section>
  );
}

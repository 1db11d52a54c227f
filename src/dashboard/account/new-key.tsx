import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api, type Outputs } from '../data/api.ts';
import { fieldFaults } from '../data/fault.ts';
import { FaultNote } from '../parts/fault-note.tsx';

type Made = Outputs['apiKeys']['create'];

const uses: Record<Made['type'], string> = {
  live: 'For servers and pipelines. Keep it secret: it can do everything that you can.',
  publishable:
    'For web pages, where everybody can read it. It shows demos on the domains that you name, and nothing else.',
  test: 'For writing an integration. It films a sample site in seconds, with a watermark and at no cost, apart from everything else.',
};

export function NewKey({ onMade }: { onMade: (made: Made) => void }) {
  const queries = useQueryClient();
  const [type, setType] = useState<Made['type']>('live');
  const create = useMutation(
    api.apiKeys.create.mutationOptions({
      onSuccess: (made) => {
        onMade(made);
        void queries.invalidateQueries({ queryKey: api.apiKeys.pathKey() });
      },
    }),
  );
  const faults = fieldFaults(create.error, ['name', 'allowed_domains', 'project_id']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const domains = String(fields.get('domains') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean);
    const projectId = String(fields.get('project') ?? '');
    create.mutate({
      name: String(fields.get('name')).trim(),
      type,
      ...(domains.length > 0 && { allowed_domains: domains }),
      ...(projectId && { project_id: projectId }),
    });
  };
  return (
    <form className="card stack" onSubmit={submit}>
      <div className="row end">
        <TextInput
          name="name"
          label="Name"
          placeholder="CI"
          maxLength={100}
          required
          pattern=".*\S.*"
          error={faults.of.name}
        />
        <SegmentedControl
          aria-label="Kind of key"
          value={type}
          onChange={(value) => setType(value as Made['type'])}
          data={[
            { value: 'live', label: 'Live' },
            { value: 'publishable', label: 'Publishable' },
            { value: 'test', label: 'Test' },
          ]}
        />
        {type === 'publishable' && (
          <>
            <TextInput
              name="domains"
              label="Domains of the pages, with commas"
              placeholder="example.com"
              error={faults.of.allowed_domains}
              required
            />
            <ProjectField error={faults.of.project_id} />
          </>
        )}
        <Button type="submit" loading={create.isPending}>
          Create a key
        </Button>
      </div>
      <p className="quiet small plain">{uses[type]}</p>
      {create.isError && !faults.isTold && <FaultNote error={create.error} />}
    </form>
  );
}

/** A key that stands on a page shows the demos of one project, or of all. */
function ProjectField({ error }: { error: string | undefined }) {
  const projects = useQuery(api.projects.list.queryOptions({ limit: 100 }));
  const named = (projects.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      name="project"
      label="Project"
      data={[{ value: '', label: 'All projects' }, ...named]}
      error={error}
    />
  );
}

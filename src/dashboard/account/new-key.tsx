import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api, type Outputs } from '../data/api.ts';
import { FaultNote } from '../parts/fault-note.tsx';

type Made = Outputs['apiKeys']['create'];

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
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const domains = String(fields.get('domains') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean);
    create.mutate({
      name: String(fields.get('name')).trim(),
      type,
      ...(domains.length > 0 && { allowed_domains: domains }),
    });
  };
  return (
    <form className="card stack" onSubmit={submit}>
      <div className="row end">
        <TextInput name="name" label="Name" placeholder="CI" maxLength={100} required pattern=".*\S.*" />
        <SegmentedControl
          aria-label="Kind of key"
          value={type}
          onChange={(value) => setType(value as Made['type'])}
          data={[
            { value: 'live', label: 'Live' },
            { value: 'publishable', label: 'Publishable' },
          ]}
        />
        {type === 'publishable' && (
          <TextInput
            name="domains"
            label="Domains of the pages, with commas"
            placeholder="example.com"
            required
          />
        )}
        <Button type="submit" loading={create.isPending}>
          Create a key
        </Button>
      </div>
      <p className="quiet small plain">
        {type === 'live'
          ? 'For servers and pipelines. Keep it secret: it can do everything that you can.'
          : 'For web pages, where everybody can read it. It shows demos on the domains that you name, and nothing else.'}
      </p>
      {create.isError && <FaultNote error={create.error} />}
    </form>
  );
}

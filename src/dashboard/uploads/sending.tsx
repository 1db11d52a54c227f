import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '../data/api.ts';
import { projectOf } from '../home/project-of.ts';
import { addressOf } from '../home/wish.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatNumber } from '../parts/format.ts';
import { send, type Upload } from './queue.ts';
import { UploadCard } from './upload-card.tsx';

/** Of no project: the address of a page makes or finds one. */
const byAddress = '';

/** What was chosen, how far it is, and the project that it goes to. */
export function Sending({ uploads }: { uploads: readonly Upload[] }) {
  const queries = useQueryClient();
  const projects = useQuery(api.projects.list.queryOptions({ limit: 100 }));
  const known = projects.data?.projects ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  const projectId = picked ?? known[0]?.id ?? byAddress;
  const start = useMutation({
    // Without a line, each upload says so itself and is tried again by hand.
    networkMode: 'always',
    mutationFn: async ({ ids, url }: { ids: string[]; url: string }) => {
      const to = projectId === byAddress ? await projectOf(url) : projectId;
      if (to !== projectId) {
        await queries.invalidateQueries({ queryKey: api.projects.pathKey() });
        setPicked(to);
      }
      void send(ids, to);
    },
  });
  const drafts = uploads.filter(({ state }) => state.kind === 'draft').map(({ id }) => id);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const url = addressOf(String(new FormData(event.currentTarget).get('url') ?? ''));
    start.mutate({ ids: drafts, url });
  };
  const again = (id: string) => start.mutate({ ids: [id], url: '' });
  return (
    <form className="card stack" aria-label="Chosen videos" onSubmit={submit}>
      {uploads.map((upload) => (
        <UploadCard key={upload.id} upload={upload} again={() => again(upload.id)} />
      ))}
      {drafts.length > 0 && (
        <div className="row end">
          <NativeSelect
            label="Project"
            value={projectId}
            onChange={({ currentTarget }) => setPicked(currentTarget.value)}
            data={[
              ...known.map(({ id, name }) => ({ value: id, label: name })),
              { value: byAddress, label: 'Another site…' },
            ]}
          />
          {projectId === byAddress && (
            <TextInput
              name="url"
              label="Address of the site"
              placeholder="example.com"
              inputMode="url"
              maxLength={2000}
              required
            />
          )}
          <Button type="submit" loading={start.isPending}>
            {drafts.length === 1 ? 'Upload it' : `Upload ${formatNumber(drafts.length)} videos`}
          </Button>
        </div>
      )}
      {start.isError && <FaultNote error={start.error} />}
    </form>
  );
}

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api, client, type Inputs } from '../data/api.ts';
import { fieldFaults } from '../data/fault.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { Secret } from '../parts/secret.tsx';
import { SaveRow, Setting } from '../parts/setting.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import type { Project } from './names.ts';

type Method = NonNullable<Inputs['resets']['set']['method']>;
const methods: Record<Method, string> = { POST: 'POST', PUT: 'PUT', GET: 'GET', DELETE: 'DELETE' };

/** The request that puts an application back before each film, so that a film that adds something can be made again. */
export function ResetSettings({ project: { id, reset } }: { project: Project }) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const onSuccess = () => queries.invalidateQueries({ queryKey: api.projects.pathKey() });
  const save = useMutation(
    api.resets.set.mutationOptions({
      onSuccess: (made) => {
        if (!reset) setSecret(made.secret);
        void onSuccess();
      },
    }),
  );
  const show = useMutation({
    mutationFn: () => client.resets.read.query({ id }),
    onSuccess: (made) => setSecret(made.secret),
  });
  const rotate = useMutation(
    api.resets.rotate.mutationOptions({ onSuccess: (made) => setSecret(made.secret) }),
  );
  const drop = useMutation(
    api.resets.remove.mutationOptions({
      onSuccess: () => {
        setSecret(null);
        void onSuccess();
      },
    }),
  );
  const faults = fieldFaults(save.error, ['url', 'method']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    save.mutate({
      id,
      url: String(fields.get('url')).trim(),
      method: String(fields.get('method')) as Method,
    });
  };
  return (
    <Setting
      title="Reset before each film"
      about="For applications that films change: this request puts them back. It is signed, and the film waits up to 30 seconds for its answer."
    >
      <form className="stack" onSubmit={submit} noValidate key={reset?.url ?? ''}>
        <div className="fields">
          <TextInput
            name="url"
            label="Address of the request"
            placeholder="https://example.com/test-data/reset"
            defaultValue={reset?.url}
            inputMode="url"
            error={faults.of.url}
          />
          <NativeSelect
            name="method"
            label="Method"
            defaultValue={reset?.method ?? 'POST'}
            data={Object.keys(methods)}
            error={faults.of.method}
          />
        </div>
        <SaveRow saving={save} isTold={faults.isTold}>
          {reset && (
            <>
              <Button variant="default" loading={show.isPending} onClick={() => show.mutate()}>
                Show its secret
              </Button>
              <SureButton
                label="Rotate its secret"
                ask="The old one is not used any more. Rotate?"
                loading={rotate.isPending}
                onSure={() => rotate.mutate({ id })}
              />
              <Button
                variant="subtle"
                color="fault"
                loading={drop.isPending}
                onClick={() => drop.mutate({ id })}
              >
                Remove the reset
              </Button>
            </>
          )}
        </SaveRow>
      </form>
      {secret !== null && (
        <Secret
          title="Secret of the reset: your server checks the signature with it"
          value={secret}
          name="secret"
        />
      )}
      {[show, rotate, drop].map(
        ({ error }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: these three never change their places.
          error !== null && <FaultNote key={index} error={error} />,
      )}
    </Setting>
  );
}

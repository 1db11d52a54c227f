import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../data/api.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { Secret } from '../parts/secret.tsx';
import { Setting } from '../parts/setting.tsx';
import { SureButton } from '../parts/sure-button.tsx';

/** What servers sign the addresses of embeds with. It is read when it is asked for, and not kept. */
export function SigningSecret({ projectId: id }: { projectId: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const show = useMutation({
    mutationFn: () => client.projectSecrets.readSigning.query({ id }),
    onSuccess: ({ signing_secret }) => setSecret(signing_secret),
  });
  const rotate = useMutation(
    api.projectSecrets.rotateSigning.mutationOptions({
      onSuccess: ({ signing_secret }) => setSecret(signing_secret),
    }),
  );
  return (
    <Setting
      title="Signing secret"
      about={
        <>
          Your server signs embed addresses with it, so that a page shows demos without a key. The{' '}
          <a href="/docs">API reference</a> has recipes.
        </>
      }
    >
      <div className="row">
        {secret === null ? (
          <Button variant="default" loading={show.isPending} onClick={() => show.mutate()}>
            Show the signing secret
          </Button>
        ) : (
          <Button variant="default" onClick={() => setSecret(null)}>
            Hide the signing secret
          </Button>
        )}
        <SureButton
          label="Rotate the signing secret"
          ask="Signed addresses stop at once. Rotate?"
          loading={rotate.isPending}
          onSure={() => rotate.mutate({ id })}
        />
      </div>
      {secret !== null && (
        <Secret title="Signing secret: keep it on a server" value={secret} name="signing secret" />
      )}
      {show.isError && <FaultNote error={show.error} />}
      {rotate.isError && <FaultNote error={rotate.error} />}
    </Setting>
  );
}

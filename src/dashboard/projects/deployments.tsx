import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../data/api.ts';
import { CopyButtons } from '../parts/copy.tsx';
import { FaultNote } from '../parts/fault-note.tsx';
import { Secret } from '../parts/secret.tsx';
import { Setting } from '../parts/setting.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import type { Project } from './names.ts';
import { actionsRecipe, curlRecipe, webhookUrl } from './recipes.ts';

/** What a pipeline calls after a deployment: its secret, and the call in full. */
export function Deployments({ project }: { project: Project }) {
  const queries = useQueryClient();
  const [isShown, setShown] = useState(false);
  const rotate = useMutation(
    api.projectSecrets.rotateWebhook.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.projects.pathKey() });
        setShown(true);
      },
    }),
  );
  const { webhook_secret: secret } = project;
  const url = webhookUrl(window.location.origin, project.id);
  const recipes = { curl: curlRecipe(url, isShown ? secret : null), 'GitHub Actions': actionsRecipe(url) };
  return (
    <Setting
      title="Refresh after a deployment"
      about="Your pipeline calls this address. Every demo of the project that is ready is filmed again, and what has not changed costs nothing."
    >
      <div className="row">
        {secret === null ? (
          <Button loading={rotate.isPending} onClick={() => rotate.mutate({ id: project.id })}>
            Make the webhook secret
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => setShown(!isShown)} aria-expanded={isShown}>
              {isShown ? 'Hide the webhook secret' : 'Show the webhook secret'}
            </Button>
            <SureButton
              label="Rotate the webhook secret"
              ask="The old one stops at once. Rotate?"
              loading={rotate.isPending}
              onSure={() => rotate.mutate({ id: project.id })}
            />
          </>
        )}
      </div>
      {rotate.isError && <FaultNote error={rotate.error} />}
      {isShown && secret !== null && (
        <Secret
          title="Webhook secret: keep it where your pipeline keeps its secrets, as SHOWREEL_WEBHOOK_SECRET"
          value={secret}
          name="secret"
        />
      )}
      {Object.entries(recipes).map(([name, text]) => (
        <figure key={name} className="recipe">
          <figcaption>{name}</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
          <section tabIndex={0} aria-label={`Recipe for ${name}`}>
            <pre className="mono">{text}</pre>
          </section>
          <div className="row">
            <CopyButtons texts={{ [`Copy for ${name}`]: text }} />
          </div>
        </figure>
      ))}
    </Setting>
  );
}

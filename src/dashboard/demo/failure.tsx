import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { wishPath } from '../home/wish.ts';
import type { DemoDetail } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { causeOf } from './cause.ts';
import styles from './demo.module.css';
import { usePageOf, useRefresh } from './use-demo.ts';

/** Why the film could not be made, the page where it failed, what it cost, and what to do. */
export function Failure({ demo }: { demo: DemoDetail }) {
  const { reason, picture } = causeOf(demo);
  const retry = useRefresh(demo.id);
  const pageUrl = usePageOf(demo);
  const isCancelled = demo.error === 'cancelled';
  const title = isCancelled
    ? 'You cancelled this film'
    : demo.video_key
      ? 'The newest version could not be made'
      : 'This film could not be made';
  return (
    <Alert color={isCancelled ? 'warn' : 'fault'} title={title} className={styles.failure!}>
      <div className="stack">
        {!isCancelled && <p className={styles.message}>{reason}</p>}
        {picture && <PictureOf url={picture} />}
        <p className={styles.message}>
          What it cost was given back. Try it again, or say it in other words: the names of buttons and
          sections as they stand on the page work best.
        </p>
        <div className="row">
          <Button onClick={() => retry.mutate({ id: demo.id })} loading={retry.isPending}>
            Retry
          </Button>
          {pageUrl && (
            <Button component={Link} variant="default" to={wishPath({ url: pageUrl, prompt: demo.prompt })}>
              Change the sentence
            </Button>
          )}
        </div>
        {retry.isError && <FaultNote error={retry.error} />}
      </div>
    </Alert>
  );
}

/** It is left out where its file is gone. */
function PictureOf({ url }: { url: string }) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <figure className={styles.picture}>
      <img src={url} alt="The page at the moment when the film failed" onError={() => setGone(true)} />
      <figcaption className="small">The page at that moment</figcaption>
    </figure>
  );
}

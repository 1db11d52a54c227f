import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { api } from '../data/api.ts';
import { sendFile } from '../data/send-file.ts';
import { formatPercent } from '../parts/format.ts';
import styles from './look.module.css';

type State = { sent: number } | { error: string } | null;

/** Takes a picture for the background: dropped, or chosen from the files. */
export function Upload({ onUploaded }: { onUploaded: (imageUrl: string) => void }) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>(null);
  const [isOver, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setState({ sent: 0 });
    try {
      const imageUrl = await send(file, (sent) => setState({ sent }));
      await queries.invalidateQueries({ queryKey: api.backgrounds.pathKey() });
      setState(null);
      onUploaded(imageUrl);
    } catch (error) {
      setState({ error: (error as Error).message });
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const isSending = state !== null && 'sent' in state;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Dropping is a second way; the button is the one for keyboards.
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button size="xs" variant="default" loading={isSending} onClick={() => input.current?.click()}>
        Upload a picture
      </Button>
      <span className="quiet small">or drop it here, up to 10 MB</span>
      {isSending && (
        <Progress
          className={styles.sent!}
          value={state.sent * 100}
          aria-label={`Uploaded: ${formatPercent(state.sent)}`}
        />
      )}
      {state !== null && 'error' in state && (
        <p className={`small plain ${styles.fault}`} role="alert">
          {state.error}
        </p>
      )}
    </div>
  );
}

/** @returns the address of the picture */
async function send(file: File, onSent: (share: number) => void): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  const { imageUrl } = await sendFile<{ imageUrl: string }>({
    url: '/api/v1/backgrounds/upload',
    body,
    failure: 'The picture could not be uploaded. Try again in a moment.',
    onSent,
  });
  return imageUrl;
}

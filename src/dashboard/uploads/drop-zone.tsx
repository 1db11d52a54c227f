import { Button } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { addFiles } from './queue.ts';
import styles from './uploads.module.css';

/** Takes videos: dropped, or chosen from the files. */
export function DropZone() {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    addFiles(event.dataTransfer.files);
  };
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
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />
      </svg>
      <h2>Drop videos here</h2>
      <p className="quiet plain">MP4 or WebM</p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="video/mp4,video/webm,.mp4,.m4v,.webm"
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files ?? []);
          currentTarget.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>Choose files</Button>
    </div>
  );
}

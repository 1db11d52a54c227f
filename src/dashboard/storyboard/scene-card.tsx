import { ActionIcon, Button, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { formatSeconds } from '../parts/format.ts';
import type { BoardScene, Preview } from './board.ts';
import styles from './storyboard.module.css';

interface SceneProps {
  scene: BoardScene;
  shown: Preview['scenes'][number];
  place: number;
  count: number;
  onChange: (news: Partial<BoardScene>) => void;
  onMove: (from: number, to: number) => void;
}

/** One scene: its still, what happens and how long it stays. It is moved by dragging its still, or by its buttons. */
export function SceneCard({ scene, shown, place, count, onChange, onMove }: SceneProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const from = Number(event.dataTransfer.getData('text/x-scene') || Number.NaN);
    if (Number.isInteger(from)) onMove(from, place);
  };
  const name = `Scene ${place + 1}`;
  return (
    <li
      className={styles.scene}
      data-out={scene.isOut}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut of the buttons below. */}
      <div
        className={styles.still}
        draggable
        onDragStart={(event) => event.dataTransfer.setData('text/x-scene', String(place))}
      >
        <img src={new URL(shown.stillUrl).pathname} alt={`${name}: ${shown.what}`} draggable={false} />
        <span className={`${styles.number} num`}>{place + 1}</span>
        <span className={`${styles.stay} num`}>{formatSeconds(shown.durationMs)}</span>
      </div>
      <Textarea
        aria-label={`What happens in scene ${place + 1}`}
        value={scene.words}
        rows={2}
        maxLength={200}
        disabled={scene.isOut}
        onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
        onBlur={() => scene.words.trim() === '' && onChange({ words: shown.what })}
      />
      <p className={`quiet small ${styles.why}`}>{shown.why}</p>
      <div className={styles.tools}>
        <ActionIcon
          variant="default"
          aria-label={`Move scene ${place + 1} earlier`}
          disabled={place === 0}
          onClick={() => onMove(place, place - 1)}
        >
          ←
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={`Move scene ${place + 1} later`}
          disabled={place === count - 1}
          onClick={() => onMove(place, place + 1)}
        >
          →
        </ActionIcon>
        <Button
          size="xs"
          variant="subtle"
          aria-label={`${scene.isOut ? 'Put back' : 'Leave out'} scene ${place + 1}`}
          onClick={() => onChange({ isOut: !scene.isOut })}
        >
          {scene.isOut ? 'Put back' : 'Leave out'}
        </Button>
      </div>
    </li>
  );
}

import { ActionIcon, Button, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import type { BoardScene } from './board.ts';
import type { Element, ShownScene, Step } from './preview.ts';
import { canPoint, wordsFor } from './scene-edit.ts';
import { SceneSettings } from './scene-settings.tsx';
import { CutOff, Still } from './still.tsx';
import styles from './storyboard.module.css';

interface SceneProps {
  scene: BoardScene;
  shown: ShownScene;
  /** As they were planned. */
  steps: Step[];
  place: number;
  count: number;
  onChange: (news: Partial<BoardScene>) => void;
  onMove: (from: number, to: number) => void;
}

/** One scene: its still, what happens and how long it stays. It is moved by dragging its still, or by its buttons. */
export function SceneCard({ scene, shown, steps, place, count, onChange, onMove }: SceneProps) {
  const [isOver, setOver] = useState(false);
  const [isPointing, setPointing] = useState(false);
  const pointing = isPointing ? 'Press it on the still' : 'Not this one…';
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const from = Number(event.dataTransfer.getData('text/x-scene') || Number.NaN);
    if (Number.isInteger(from)) onMove(from, place);
  };
  const point = (target: Element) => {
    setPointing(false);
    // Words that somebody has written stay.
    const isOwn = scene.words !== shown.what && scene.target === undefined;
    onChange({ target, ...(!isOwn && { words: wordsFor(target, steps) }) });
  };
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
      <Still scene={scene} shown={shown} place={place} onPoint={isPointing ? point : null} />
      {isPointing && <CutOff elements={shown.elements} onPoint={point} />}
      {canPoint(steps) && shown.elements.length > 0 && !scene.isOut && (
        <div className="row">
          <Button
            size="xs"
            variant={isPointing ? 'filled' : 'default'}
            aria-pressed={isPointing}
            aria-label={`${pointing}, scene ${place + 1}`}
            onClick={() => setPointing(!isPointing)}
          >
            {pointing}
          </Button>
          {scene.target && (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => onChange({ target: undefined, words: shown.what })}
            >
              Back to the first
            </Button>
          )}
        </div>
      )}
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
      {!scene.isOut && (
        <SceneSettings scene={scene} shown={shown} steps={steps} place={place} onChange={onChange} />
      )}
      <Tools scene={scene} place={place} count={count} onChange={onChange} onMove={onMove} />
    </li>
  );
}

function Tools({
  scene,
  place,
  count,
  onChange,
  onMove,
}: Pick<SceneProps, 'scene' | 'place' | 'count' | 'onChange' | 'onMove'>) {
  return (
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
  );
}

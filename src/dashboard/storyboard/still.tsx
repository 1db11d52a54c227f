import { Button } from '@mantine/core';
import { formatSeconds } from '../parts/format.ts';
import type { BoardScene } from './board.ts';
import type { Element, ShownScene } from './preview.ts';
import styles from './storyboard.module.css';

interface StillProps {
  scene: BoardScene;
  shown: ShownScene;
  place: number;
  /** Set while somebody points at what the scene is to be about. */
  onPoint: ((element: Element) => void) | null;
}

/** The still of a scene. It is dragged to move the scene, and its elements are buttons while somebody points. */
export function Still({ scene, shown, place, onPoint }: StillProps) {
  const { target } = scene;
  const picked = target?.on ? { ...target, on: target.on } : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a shortcut of the buttons below the still.
    <div
      className={styles.still}
      draggable={onPoint === null}
      onDragStart={(event) => event.dataTransfer.setData('text/x-scene', String(place))}
      data-pointing={onPoint !== null}
    >
      <img
        src={new URL(shown.stillUrl).pathname}
        alt={`Scene ${place + 1}: ${shown.what}`}
        draggable={false}
      />
      {!onPoint && picked && <span className={styles.picked} style={placeOf(picked.on)} aria-hidden="true" />}
      {onPoint &&
        smallestLast(shown.elements).map((element) => (
          <button
            key={keyOf(element)}
            type="button"
            className={styles.element}
            style={placeOf(element.on)}
            aria-label={element.name}
            title={element.name}
            onClick={() => onPoint(element)}
          />
        ))}
      <span className={`${styles.number} num`}>{place + 1}</span>
      <span className={`${styles.stay} num`}>{formatSeconds(scene.stayMs ?? shown.durationMs)}</span>
    </div>
  );
}

/** What is on the screen, but cut off by the camera. */
export function CutOff({ elements, onPoint }: { elements: Element[]; onPoint: (element: Element) => void }) {
  const cut = elements.filter(({ on }) => on === null).slice(0, 12);
  if (cut.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <span className="quiet small">Beside the picture:</span>
      {cut.map((element) => (
        <Button
          key={keyOf(element)}
          size="xs"
          radius="xl"
          variant="default"
          classNames={{ label: styles.sentence }}
          onClick={() => onPoint(element)}
        >
          {element.name}
        </Button>
      ))}
    </div>
  );
}

type Place = NonNullable<Element['on']>;
const keyOf = ({ target }: Element) => JSON.stringify([target.selectors, target.frame]);
const percent = (part: number) => `${100 * part}%`;
const placeOf = ({ x, y, width, height }: Place) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
});

/** What lies in something larger comes after it, and so above it. */
const smallestLast = (elements: Element[]) =>
  elements
    .flatMap((element) => (element.on ? [{ ...element, on: element.on }] : []))
    .sort((a, b) => b.on.width * b.on.height - a.on.width * a.on.height);

import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { type Removal, useRemovals } from '../data/kept-removals.ts';
import { holdRemoval, undoRemoval } from '../data/removals.ts';
import styles from './undo-bar.module.css';

/** What was deleted a moment ago, with a button that takes it back. Ctrl+Z takes the newest back. */
export function UndoBar() {
  const removals = useRemovals().filter(({ isSent }) => !isSent);
  useUndoKey(removals.at(-1));
  return (
    <div className={styles.bar} role="status">
      {removals.map((removal) => (
        <Removed key={removal.key} removal={removal} />
      ))}
    </div>
  );
}

function Removed({ removal }: { removal: Removal }) {
  const pointer = usePointer((isHeld) => holdRemoval(removal, isHeld));
  return (
    <div className="row between">
      <span>{`Deleted: ${removal.name}`}</span>
      <Button
        size="xs"
        variant="default"
        onClick={() => undoRemoval(removal)}
        onFocus={() => holdRemoval(removal, true)}
        onBlur={() => holdRemoval(removal, false)}
        {...pointer}
      >
        Undo
      </Button>
    </div>
  );
}

/**
 * Tells whether somebody points at it. A mouse that rests where it appears is nobody: the browser says of it that it enters and moves,
 * but always at one place.
 */
function usePointer(onHold: (isHeld: boolean) => void) {
  const seen = useRef('');
  return {
    onMouseMove: ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const place = `${clientX} ${clientY}`;
      if (seen.current !== '' && seen.current !== place) onHold(true);
      seen.current = place;
    },
    onMouseLeave: () => {
      seen.current = '';
      onHold(false);
    },
  };
}

function useUndoKey(latest: Removal | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).matches('input:not([type=checkbox]), textarea, select');
      if (!latest || isTyping || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      undoRemoval(latest);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [latest]);
}

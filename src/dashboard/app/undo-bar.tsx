import { Button } from '@mantine/core';
import { useEffect } from 'react';
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
        <div key={removal.key} className="row between">
          <span>{`Deleted: ${removal.name}`}</span>
          <Button
            size="xs"
            variant="default"
            onClick={() => undoRemoval(removal)}
            onFocus={() => holdRemoval(removal, true)}
            onBlur={() => holdRemoval(removal, false)}
            onMouseEnter={() => holdRemoval(removal, true)}
            onMouseLeave={() => holdRemoval(removal, false)}
          >
            Undo
          </Button>
        </div>
      ))}
    </div>
  );
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

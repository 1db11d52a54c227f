import { useEffect } from 'react';
import { openRemovals } from '../data/kept-removals.ts';
import { startLive } from '../data/live.ts';
import { startRemovals } from '../data/removals.ts';

/** What runs behind every page of somebody who is signed in. */
export function useBackground(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    openRemovals(userId);
    const ends = [startLive(), startRemovals()];
    return () => {
      for (const end of ends) end();
    };
  }, [userId]);
}

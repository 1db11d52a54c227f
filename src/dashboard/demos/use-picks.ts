import { useCallback, useEffect, useRef, useState } from 'react';
import type { useDemoList } from '../data/demo-lists.ts';
import type { DemoGlimpse } from '../parts/demo-state.ts';

/** As many as one request deletes. */
export const mostPicks = 500;

/** Which demos of a list are picked. What leaves the list is not picked any more. */
export function usePicks(demos: DemoGlimpse[], list: ReturnType<typeof useDemoList>) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isAllWanted, setAllWanted] = useState(false);
  const last = useRef<string | null>(null);
  const shown = useRef(demos);
  useEffect(() => {
    shown.current = demos;
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const isEnough = !hasNextPage || isError || demos.length >= mostPicks;
  useEffect(() => {
    if (!isAllWanted) return;
    if (isEnough) {
      setPicked(new Set(shown.current.slice(0, mostPicks).map(({ id }) => id)));
      setAllWanted(false);
    } else if (!isFetching) void fetchNextPage();
  }, [isAllWanted, isEnough, isFetching, fetchNextPage]);
  const pick = useCallback((id: string, isPicked: boolean, isRange: boolean) => {
    const ids = shown.current.map((demo) => demo.id);
    const [from, to] = [
      isRange && last.current ? ids.indexOf(last.current) : ids.indexOf(id),
      ids.indexOf(id),
    ];
    const touched = ids.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
    last.current = id;
    setPicked((now) => {
      const next = new Set(now);
      for (const one of touched) isPicked ? next.add(one) : next.delete(one);
      return next;
    });
  }, []);
  const here = new Set(demos.filter(({ id }) => picked.has(id)).map(({ id }) => id));
  return {
    ids: here as ReadonlySet<string>,
    demos: demos.filter(({ id }) => here.has(id)),
    pick,
    /** Reads the rest of the list first. */
    pickAll: () => setAllWanted(true),
    isPickingAll: isAllWanted,
    clear: () => setPicked(new Set()),
  };
}

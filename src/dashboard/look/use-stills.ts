import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client, type Inputs, type Outputs } from '../data/api.ts';
import { faultOf, isPassing } from '../data/fault.ts';
import { asAsked, type Draft } from './draft.ts';

export type Moment = NonNullable<Inputs['looks']['show']['moments']>[number];
export type Still = Outputs['looks']['show']['stills'][number];

/** The service allows 240 a minute. */
const leastGapMs = 250;

interface Wanted {
  draft: Draft;
  moments: Moment[];
  width: number;
}

const stillsOf = (id: string, { draft, moments, width }: Wanted) => ({
  queryKey: ['stills', id, draft, moments, width],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.looks.show.mutate(
      { id, presentation: asAsked(draft), aspect: draft.aspect, moments, width },
      { signal },
    ),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  retry: (count: number, error: unknown) => count < 2 && isPassing(faultOf(error)),
});

/** Stills of one look. The last ones stay until the next ones are there. */
export const useStills = (id: string, wanted: Wanted, enabled = true) =>
  useQuery({ ...stillsOf(id, wanted), enabled, placeholderData: keepPreviousData });

/**
 * Stills of a look that changes while a slider is drawn. One request is under way at a time; the next one asks for what the look is by
 * then. So the newest look is always the next that comes, and what was passed over is never composed.
 */
export function useLiveStills(id: string, wanted: Wanted) {
  const key = JSON.stringify(wanted);
  const [asked, setAsked] = useState({ key, wanted });
  const askedAtMs = useRef(0);
  const query = useQuery({ ...stillsOf(id, asked.wanted), placeholderData: keepPreviousData });
  const { isFetching } = query;
  const newest = useRef(wanted);
  newest.current = wanted;
  useEffect(() => {
    if (isFetching || asked.key === key) return;
    const ask = () => {
      askedAtMs.current = performance.now();
      setAsked({ key, wanted: newest.current });
    };
    const gapMs = leastGapMs - (performance.now() - askedAtMs.current);
    const timer = setTimeout(ask, Math.max(0, gapMs));
    return () => clearTimeout(timer);
  }, [isFetching, asked.key, key]);
  return { ...query, isBehind: isFetching || asked.key !== key };
}

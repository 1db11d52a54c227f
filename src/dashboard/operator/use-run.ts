import { useEffect, useRef, useState } from 'react';
import { faultOf } from '../data/fault.ts';
import { goToSignIn } from '../data/session.ts';

interface Run<Seen> {
  /** null until it was started. */
  seen: Seen | null;
  isRunning: boolean;
  error: unknown;
}

/**
 * Work of the service that tells how far it has come. It is started by a press. Where the page is left, nobody listens any more.
 * @param next makes of what was seen so far, and a step, what is seen then
 */
export function useRun<Step, Seen>(
  open: (options: { signal: AbortSignal }) => Promise<AsyncIterable<Step>>,
  next: (seen: Seen | null, step: Step) => Seen,
) {
  const [run, setRun] = useState<Run<Seen>>({ seen: null, isRunning: false, error: null });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const start = async () => {
    leaving.current?.abort();
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    const show = (change: Partial<Run<Seen>>) => {
      if (!signal.aborted) setRun((now) => ({ ...now, ...change }));
    };
    show({ seen: null, isRunning: true, error: null });
    try {
      let seen: Seen | null = null;
      for await (const step of await open({ signal })) {
        seen = next(seen, step);
        show({ seen });
      }
    } catch (error) {
      if (faultOf(error).status === 401) goToSignIn();
      show({ error });
    }
    show({ isRunning: false });
  };
  return { ...run, start };
}

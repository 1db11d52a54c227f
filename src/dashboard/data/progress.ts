import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from './api.ts';
import { createPace } from './pace.ts';

export interface Progress {
  jobId: string | null;
  status: string;
  step: string | null;
  /** 0 to 1. */
  progress: number;
  message: string | null;
  /** The scene that is filmed, counted from 0. */
  scene?: { index: number; count: number; name: string };
  /** The path of a picture of the film as it is now. */
  frame?: string;
  /** null until enough was seen to say it. */
  leftSec: number | null;
}

const againMs = 2_000;

/**
 * Follows a demo over the progress channel until it is ready or failed, and then has it read again. Where the connection breaks, it
 * is opened again; the first message is always the current state.
 */
export function useProgress(demoId: string, isRunning: boolean): Progress | null {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    if (!isRunning) return;
    let socket: WebSocket | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const pace = createPace();
    const open = () => {
      socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/api/ws/${demoId}`);
      socket.onmessage = ({ data }) => {
        const news = JSON.parse(String(data)) as Omit<Progress, 'leftSec'>;
        setProgress({ ...news, leftSec: pace(news.jobId, news.progress, performance.now()) });
      };
      socket.onclose = ({ code }) => {
        if (isLeft) return;
        if (code !== 1000) {
          again = setTimeout(open, againMs);
          return;
        }
        setProgress(null);
        void queries.invalidateQueries({ queryKey: api.pathKey() });
      };
    };
    open();
    return () => {
      isLeft = true;
      clearTimeout(again);
      socket?.close();
    };
  }, [demoId, isRunning, queries]);
  return progress;
}

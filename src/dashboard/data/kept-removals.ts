import { useSyncExternalStore } from 'react';

/** What is about to be deleted. */
export interface Removal {
  key: string;
  kind: 'demos' | 'project';
  ids: string[];
  /** What is deleted, in words. */
  name: string;
  /** The tab that will send it. */
  tab: string;
  dueAtMs: number;
  /** On its way to the service: it cannot be undone any more. */
  isSent: boolean;
}

/** By user, so that nobody else who signs in here sends it. */
let store = '';
let text = '[]';
let removals: readonly Removal[] = [];
const listeners = new Set<() => void>();

export function openRemovals(userId: string): void {
  store = `showreel.removals.${userId}`;
  tellAll();
}

/** The same list as long as nothing has changed. All tabs of the browser share it. */
export function readRemovals(): readonly Removal[] {
  const now = keptText();
  if (now !== text) {
    text = now;
    removals = JSON.parse(now) as Removal[];
  }
  return removals;
}

export const useRemovals = () => useSyncExternalStore(onRemovals, readRemovals);

export const addRemoval = (removal: Removal) => write([...readRemovals(), removal]);
export const dropRemoval = (key: string) => write(readRemovals().filter((one) => one.key !== key));
export const changeRemoval = (key: string, changes: Partial<Pick<Removal, 'dueAtMs' | 'isSent'>>) =>
  write(readRemovals().map((one) => (one.key === key ? { ...one, ...changes } : one)));

/** @returns a function that stops listening */
export function onRemovals(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener('storage', tellAll);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', tellAll);
  };
}

function write(next: readonly Removal[]): void {
  const before = JSON.stringify(readRemovals());
  const after = JSON.stringify(next);
  if (before === after) return;
  text = after;
  removals = next;
  try {
    window.localStorage.setItem(store, after);
  } catch {
    // Without storage, this page alone knows.
  }
  tellAll();
}

function keptText(): string {
  try {
    return (store && window.localStorage.getItem(store)) || '[]';
  } catch {
    return text;
  }
}

const tellAll = () => {
  for (const listener of listeners) listener();
};

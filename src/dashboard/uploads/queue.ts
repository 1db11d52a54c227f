import { useSyncExternalStore } from 'react';
import { queryClient } from '../data/api.ts';
import { type Fault, faultOf } from '../data/fault.ts';
import { newKey } from '../data/new-key.ts';
import { sendFile } from '../data/send-file.ts';
import { formatOf, titleOfFile } from './video-file.ts';

/** A video on its way. It is sent when its owner has seen title and project. */
export interface Upload {
  id: string;
  /** Of what is sent: a video whose answer was lost is not there twice when it is sent again. */
  key: string;
  file: File;
  title: string;
  state:
    | { kind: 'draft' }
    | { kind: 'waiting' }
    | { kind: 'sending'; share: number }
    | { kind: 'done'; demo: UploadedDemo }
    | { kind: 'failed'; fault: Fault };
}

interface UploadedDemo {
  id: string;
  shareUrl: string;
  embedUrl: string;
}

/** It outlives the page that shows it, so that somebody may look at other pages of the dashboard meanwhile. */
let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();
const stops = new Map<string, AbortController>();

export const useUploads = () => useSyncExternalStore(listen, () => uploads);

export function addFiles(files: Iterable<File>): void {
  const added = [...files].map(
    (file): Upload => ({
      id: newKey(),
      key: newKey(),
      file,
      title: titleOfFile(file.name),
      state: formatOf(file) ? { kind: 'draft' } : { kind: 'failed', fault: notAVideo(file) },
    }),
  );
  set([...uploads, ...added]);
}

export const setTitle = (id: string, title: string) =>
  change(id, (upload) => ({ ...upload, title, key: newKey() }));

export function remove(id: string): void {
  stops.get(id)?.abort();
  set(uploads.filter((one) => one.id !== id));
}

/** Sends these one after another: together they would share the line, and none would be there sooner. */
export async function send(ids: readonly string[], projectId: string): Promise<void> {
  for (const id of ids) change(id, (upload) => ({ ...upload, state: { kind: 'waiting' } }));
  for (const id of ids) {
    const upload = uploads.find((one) => one.id === id);
    if (upload?.state.kind === 'waiting') await sendOne(upload, projectId);
  }
}

async function sendOne({ id, key, file, title }: Upload, projectId: string): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  const setState = (state: Upload['state']) => change(id, (now) => ({ ...now, state }));
  setState({ kind: 'sending', share: 0 });
  const format = formatOf(file)!;
  const said = title.trim() || titleOfFile(file.name);
  const query = new URLSearchParams({
    project_id: projectId,
    prompt: said,
    title: said.slice(0, 200),
    format,
  });
  try {
    const demo = await sendFile<UploadedDemo>({
      url: `/api/v1/demos/local-upload?${query}`,
      body: file,
      headers: { 'Content-Type': `video/${format}`, 'Idempotency-Key': key },
      failure: 'The video could not be uploaded. Try again in a moment.',
      onSent: (share) => setState({ kind: 'sending', share }),
      signal: stop.signal,
    });
    setState({ kind: 'done', demo });
    void queryClient.invalidateQueries();
  } catch (error) {
    const fault = faultOf(error);
    const next = fault.status === 0 ? key : newKey();
    change(id, (now) => ({ ...now, key: next, state: { kind: 'failed', fault } }));
  } finally {
    stops.delete(id);
  }
}

function change(id: string, to: (upload: Upload) => Upload): void {
  set(uploads.map((one) => (one.id === id ? to(one) : one)));
}

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const tell of listeners) tell();
  // A reload would end what is on its way.
  window.onbeforeunload = uploads.some(isOnItsWay) ? (event) => event.preventDefault() : null;
}

export const isOnItsWay = ({ state }: Upload) => state.kind === 'waiting' || state.kind === 'sending';

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

const notAVideo = (file: File): Fault => ({
  message: `A video has to be an MP4 or WebM file, but “${file.name}” is ${file.type || 'of an unknown kind'}.`,
  code: 'wrong_format',
  status: 415,
  requestId: null,
  retryAfterSec: null,
});

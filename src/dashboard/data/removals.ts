import { api, client, queryClient } from './api.ts';
import { faultOf } from './fault.ts';
import {
  addRemoval,
  changeRemoval,
  dropRemoval,
  onRemovals,
  type Removal,
  readRemovals,
} from './kept-removals.ts';
import { beforeSignOut } from './leaving.ts';

/** How long a deletion can be undone. */
const undoMs = 10_000;
/** A tab that is gone sends nothing any more. After this time another one sends its removals. */
const foreignAfterMs = 5_000;
const againMs = 5_000;
const tab = Math.random().toString(36).slice(2);

/**
 * Deletes after a time in which it can be undone. Until then the service knows nothing of it: what is removed is only hidden, in every
 * tab. It is kept in the browser's storage, so a reload or a crash loses nothing. On leaving it is sent at once, and again by the next
 * page until the service has answered; a repeated deletion does no harm.
 */
export function remove({ kind, ids, name }: Pick<Removal, 'kind' | 'ids' | 'name'>): void {
  addRemoval({
    key: `${Date.now()}-${tab}-${ids[0]}`,
    kind,
    ids,
    name,
    tab,
    dueAtMs: Date.now() + undoMs,
    isSent: false,
  });
}

export const undoRemoval = ({ key }: Removal) => dropRemoval(key);

/** While a person is at the button, the time does not run out. */
export const holdRemoval = (removal: Removal, isHeld: boolean) =>
  changeRemoval(removal.key, { dueAtMs: Date.now() + (isHeld ? 60_000 : undoMs / 2) });

/** Sends what is due, for as long as the page is open. @returns a function that stops it */
export function startRemovals(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sending = new Set<string>();
  const notBeforeMs = new Map<string, number>();
  const dueAtMs = (removal: Removal) => {
    const own = removal.isSent ? 0 : removal.dueAtMs + (removal.tab === tab ? 0 : foreignAfterMs);
    return Math.max(own, notBeforeMs.get(removal.key) ?? 0);
  };
  const work = () => {
    clearTimeout(timer);
    const left = readRemovals().filter(({ key }) => !sending.has(key));
    for (const removal of left.filter((one) => dueAtMs(one) <= Date.now())) {
      sending.add(removal.key);
      void send(removal).then((isDone) => {
        sending.delete(removal.key);
        if (isDone) dropRemoval(removal.key);
        else {
          notBeforeMs.set(removal.key, Date.now() + againMs);
          work();
        }
      });
    }
    const later = left.map(dueAtMs).filter((atMs) => atMs > Date.now());
    if (later.length > 0) timer = setTimeout(work, Math.min(...later) - Date.now() + 5);
  };
  const stopListening = onRemovals(work);
  const stopDuty = beforeSignOut(async () => {
    for (const removal of readRemovals()) if (await send(removal)) dropRemoval(removal.key);
  });
  window.addEventListener('pagehide', sendOnLeaving);
  work();
  return () => {
    clearTimeout(timer);
    stopListening();
    stopDuty();
    window.removeEventListener('pagehide', sendOnLeaving);
  };
}

/** @returns whether the service has it. What it does not find was deleted before. */
async function send(removal: Removal): Promise<boolean> {
  changeRemoval(removal.key, { isSent: true });
  try {
    if (removal.kind === 'demos') await client.demoBatches.delete.mutate({ ids: removal.ids });
    else await client.projects.delete.mutate({ id: removal.ids[0]! });
  } catch (error) {
    const { status } = faultOf(error);
    if (status !== 404 && status !== 400) return false;
  }
  await queryClient.invalidateQueries({ queryKey: api.pathKey() });
  return true;
}

/** A page that is left gets no answer any more. The browser sends the request all the same, and the next page asks again. */
function sendOnLeaving(): void {
  for (const removal of readRemovals()) {
    if (removal.tab !== tab || removal.isSent) continue;
    changeRemoval(removal.key, { isSent: true });
    const isDemos = removal.kind === 'demos';
    void fetch(`/api/trpc/${isDemos ? 'demoBatches.delete' : 'projects.delete'}`, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(isDemos ? { ids: removal.ids } : { id: removal.ids[0] }),
    }).catch(() => undefined);
  }
}

import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from './api.ts';
import { updateLists } from './demo-lists.ts';

/** How far a demo is, as the channel tells it. */
interface Progress {
  type: 'progress';
  demoId: string;
  status: string;
  step: string | null;
  progress: number;
}
type Message = { type: 'changed'; subject: string; id: string | null } | Progress;

const againMs = { least: 2_000, most: 30_000 };
/** Several events of one demo come together. */
const gatherMs = 120;
/** So many may be asked for at once. */
const mostAtOnce = 100;

const partsOf: Record<string, readonly { pathKey(): unknown[] }[]> = {
  project: [api.projects, api.logins, api.resets],
  key: [api.apiKeys],
  credits: [api.credits, api.accounts],
  account: [api.accounts],
};

/**
 * Keeps everything on the screen up to date, in every tab: the service tells what has changed in the account, and what is shown of that is
 * read again. Where the connection breaks it is opened again, and everything is read anew. Where it cannot be opened, each attempt reads
 * everything anew, so that a proxy without WebSockets makes the pages slower and not wrong.
 * @returns a function that ends it
 */
export function startLive(): () => void {
  let socket: WebSocket | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  let waitMs = againMs.least;
  const gather = createGatherer(updateDemos);
  const onMessage = (message: Message) => {
    if (message.type === 'progress') queryClient.setQueryData(progressKey(message.demoId), message);
    else if (message.subject === 'demo') gather(message.id!);
    else if (message.subject === 'all') readAnew();
    else
      for (const part of partsOf[message.subject] ?? [])
        void queryClient.invalidateQueries({ queryKey: part.pathKey() });
  };
  const open = () => {
    socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/api/ws`);
    // What was read before it was open may be out of date.
    socket.onopen = () => {
      waitMs = againMs.least;
      readAnew();
    };
    socket.onmessage = ({ data }) => onMessage(JSON.parse(String(data)) as Message);
    socket.onclose = () => {
      if (isLeft) return;
      again = setTimeout(() => {
        if (waitMs > againMs.least) readAnew();
        waitMs = Math.min(againMs.most, waitMs * 2);
        open();
      }, waitMs);
    };
  };
  open();
  return () => {
    isLeft = true;
    clearTimeout(again);
    socket?.close();
  };
}

const readAnew = () => void queryClient.invalidateQueries({ queryKey: api.pathKey() });

async function updateDemos(ids: string[]): Promise<void> {
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: api.demos.read.queryKey({ id }) });
  void queryClient.invalidateQueries({ queryKey: api.projects.pages.pathKey() });
  for (let from = 0; from < ids.length; from += mostAtOnce)
    await updateLists(ids.slice(from, from + mostAtOnce));
}

/** Calls with everything that was gathered meanwhile, one call after another. */
function createGatherer(handle: (ids: string[]) => Promise<void>): (id: string) => void {
  const waiting = new Set<string>();
  let isBusy = false;
  const work = async () => {
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
      const ids = [...waiting];
      waiting.clear();
      // A list that could not be read is read with the next change, or when the channel opens anew.
      await handle(ids).catch(() => undefined);
    }
    isBusy = false;
  };
  return (id) => {
    waiting.add(id);
    if (isBusy) return;
    isBusy = true;
    void work();
  };
}

const progressKey = (demoId: string) => ['progress', demoId];

/** null until the service has told something. */
export const useLiveProgress = (demoId: string): Progress | null =>
  useQuery<Progress | null>({
    queryKey: progressKey(demoId),
    queryFn: () => null,
    enabled: false,
    initialData: null,
  }).data;

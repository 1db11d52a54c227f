import type { Sql } from 'postgres';
import { z } from 'zod';
import { accountStream } from '../../domain/accounts/events.ts';
import { apiKeyStream } from '../../domain/api-keys/events.ts';
import { creditStream } from '../../domain/credits/events.ts';
import { demoStream } from '../../domain/demos/events.ts';
import { type ProgressMessage, progressMessage } from '../../domain/demos/jobs/progress.ts';
import { ownerOfDemo } from '../../domain/demos/views/catalogue.ts';
import { loginStream } from '../../domain/logins/events.ts';
import { projectStream } from '../../domain/projects/events.ts';
import { resetStream } from '../../domain/resets/events.ts';
import type { DomainServices } from '../../domain/services.ts';
import { uploadStream } from '../../domain/uploads/events.ts';
import type { Logger } from '../../log.ts';
import type { JsonObject, StoredEvent } from '../../store/types.ts';

/** What has changed is told by the kind of its stream. What it is now, the client asks for itself. */
const subjects = ['demo', 'project', 'key', 'credits', 'account', 'all'] as const;
const changeMessage = z.object({
  type: z.literal('changed'),
  subject: z.enum(subjects).meta({
    description:
      'What has changed. `all` where messages may have been missed, so that everything should be read again',
    examples: ['demo'],
  }),
  id: z
    .string()
    .nullable()
    .meta({
      description: 'Which demo, project or API key; null for the others',
      examples: ['demo_01kjpx72b4fabn2v1n9dm8936v'],
    }),
});
type ChangeMessage = z.infer<typeof changeMessage>;
/** What is sent over the channel of an account. */
export const accountMessage = z.discriminatedUnion('type', [changeMessage, progressMessage]);
export type AccountMessage = z.infer<typeof accountMessage>;

export interface AccountHub {
  /** Tells the watcher everything that changes in the account from now on. @returns a function that stops watching. */
  watch(userId: string, tell: (message: AccountMessage) => void): () => void;
  close(): void;
}

const mostOwners = 10_000;

/** One subscription serves all watchers of this process. Events name their user; ticks name a demo, whose user is looked up once. */
export function createAccountHub({ sql, doorbell }: DomainServices, log: Logger): AccountHub {
  const watchersOf = new Map<string, Set<(message: AccountMessage) => void>>();
  const ownerOf = rememberOwners(sql);
  const tell = (userId: string | null, message: AccountMessage) => {
    for (const watcher of (userId !== null && watchersOf.get(userId)) || []) watcher(message);
  };
  const passOn = async (tick: JsonObject) => {
    if (tick.type !== 'progress' || watchersOf.size === 0) return;
    const message = tick as ProgressMessage;
    tell(await ownerOf(message.demoId), message);
  };
  const subscriptions = [
    doorbell.bus.on('event', ({ data }) => {
      const change = changeOf(data);
      if (change) tell(change.userId, change.message);
    }),
    doorbell.bus.on('tick', ({ data }) =>
      passOn(data).catch((fault: unknown) => log.warn({ err: fault }, 'could not tell a user of progress')),
    ),
    doorbell.bus.on('reconnected', () => {
      for (const userId of watchersOf.keys()) tell(userId, { type: 'changed', subject: 'all', id: null });
    }),
  ];
  return {
    watch(userId, watcher) {
      const watchers = watchersOf.get(userId) ?? new Set();
      watchersOf.set(userId, watchers.add(watcher));
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && watchersOf.get(userId) === watchers) watchersOf.delete(userId);
      };
    },
    close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      watchersOf.clear();
    },
  };
}

/** By the beginning of a stream's name. A project's login and reset are parts of the project. */
const kinds: readonly [prefix: string, subject: (typeof subjects)[number]][] = [
  [demoStream(''), 'demo'],
  [projectStream(''), 'project'],
  [loginStream(''), 'project'],
  [resetStream(''), 'project'],
  [apiKeyStream(''), 'key'],
  [creditStream(''), 'credits'],
  [accountStream(''), 'account'],
  [uploadStream(''), 'account'],
];

/** null where an event concerns no user, or nothing that a client could read again. */
export function changeOf({
  stream,
  data,
}: Pick<StoredEvent, 'stream' | 'data'>): { userId: string; message: ChangeMessage } | null {
  const { userId } = data as { userId?: unknown };
  const [prefix, subject] = kinds.find(([prefix]) => stream.startsWith(prefix)) ?? [];
  if (typeof userId !== 'string' || !subject) return null;
  const id = stream.slice(prefix!.length);
  return { userId, message: { type: 'changed', subject, id: id === userId ? null : id } };
}

function rememberOwners(sql: Sql): (demoId: string) => Promise<string | null> {
  const owners = new Map<string, Promise<string | null>>();
  return (demoId) => {
    const known = owners.get(demoId);
    if (known) return known;
    const asked = ownerOfDemo(sql, demoId);
    owners.set(demoId, asked);
    // A fault is no answer. A film reports every second, so the next tick asks again.
    asked.catch(() => owners.delete(demoId));
    if (owners.size > mostOwners) owners.delete(owners.keys().next().value!);
    return asked;
  };
}

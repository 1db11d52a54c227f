import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { encodeFrame, FrameReader } from './frames.ts';

/** What one side may ask of the other: a schema of what comes, and what is done then. Only `calls` are answered. */
export interface Handlers {
  calls: Record<string, Handler<Promise<unknown>>>;
  tells: Record<string, Handler<void>>;
}
type Handler<Result> = (argument: unknown) => Result;

/** One end of the line between the service and a cell. */
export interface Channel {
  /** Asks the other side and waits for its answer. It rejects with the other side's error, and where the line breaks. */
  call(name: string, argument: unknown): Promise<unknown>;
  /** Tells the other side something that has no answer. */
  tell(name: string, argument: unknown): void;
  /** Ends the line. Whoever waits for an answer gets `why`. */
  end(why: Error): void;
}

export interface ChannelOptions {
  handlers: Handlers;
  /** What the other side learns of an error, and the error that becomes of what it says. */
  describe(error: unknown): object;
  revive(described: unknown): Error;
  /** Called once where the other side sends what it must not: an unknown name, a malformed message, too many of them. */
  onViolation(fault: Error): void;
  /** The most messages that the other side may send. */
  mostMessages: number;
}

/** Whoever sends such a message is not to be trusted any more. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

const message = z.discriminatedUnion('is', [
  z.object({ is: z.literal('call'), id: z.int().min(0), name: z.string(), argument: z.unknown().optional() }),
  z.object({ is: z.literal('tell'), name: z.string(), argument: z.unknown().optional() }),
  z.object({ is: z.literal('answer'), id: z.int().min(0), value: z.unknown().optional() }),
  z.object({ is: z.literal('refusal'), id: z.int().min(0), error: z.unknown() }),
]);

export function openChannel(stream: Duplex, options: ChannelOptions): Channel {
  const { handlers, describe, revive, onViolation } = options;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const reader = new FrameReader();
  let nextId = 0;
  let received = 0;
  let over: Error | null = null;

  const end = (why: Error) => {
    if (over) return;
    over = why;
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
    stream.destroy();
  };
  const send = (sent: object) => {
    if (!over) stream.write(encodeFrame(sent));
  };
  const answer = async (id: number, result: Promise<unknown>) => {
    try {
      send({ is: 'answer', id, value: await result });
    } catch (error) {
      if (!over) send({ is: 'refusal', id, error: describe(error) });
    }
  };
  const receive = (raw: unknown) => {
    if (++received > options.mostMessages) throw new Violation('too many messages');
    const read = message.safeParse(raw);
    if (!read.success) throw new Violation('a message of an unknown form');
    const { data } = read;
    if (data.is === 'tell') return own(handlers.tells, data.name)(data.argument);
    if (data.is === 'call') {
      const handler = own(handlers.calls, data.name);
      return void answer(data.id, guarded(handler, data.argument));
    }
    const asked = waiting.get(data.id);
    if (!asked) throw new Violation('an answer that nobody waits for');
    waiting.delete(data.id);
    if (data.is === 'answer') asked.resolve(data.value);
    else asked.reject(revive(data.error));
  };
  const guarded = async (handler: Handler<Promise<unknown>>, argument: unknown) => {
    try {
      return await handler(argument);
    } catch (error) {
      if (error instanceof Violation) violated(error);
      throw error;
    }
  };
  const violated = (fault: Error) => {
    if (over) return;
    end(fault);
    onViolation(fault);
  };
  stream.on('data', (chunk: Buffer) => {
    try {
      for (const raw of reader.push(chunk)) if (!over) receive(raw);
    } catch (error) {
      violated(error as Error);
    }
  });
  // The end of the process says why the line broke.
  stream.on('error', () => undefined);
  return {
    call(name, argument) {
      if (over) return Promise.reject(over);
      const asked = Promise.withResolvers<unknown>();
      const id = nextId++;
      waiting.set(id, asked);
      send({ is: 'call', id, name, argument });
      return asked.promise;
    },
    tell: (name, argument) => send({ is: 'tell', name, argument }),
    end,
  };
}

function own<Result>(handlers: Record<string, Handler<Result>>, name: string): Handler<Result> {
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (!handler) throw new Violation(`nobody answers “${name.slice(0, 60)}”`);
  return handler;
}

/** Reads what the other side has sent. @throws Violation that names the member that is wrong, and not what it holds */
export function demand<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Violation(`a malformed message: ${issue?.path.join('.')}: ${issue?.message}`);
}

import { z } from 'zod';
import { RecordingFault, recordingFaultKinds } from '../../recorder/contract/fault.ts';
import { NothingDone } from '../film/planning/nothing-done.ts';

/** Errors on their way through the channel. Those that decide what becomes of a job arrive as what they were. */

const unmet = z.array(z.object({ said: z.string(), reason: z.string() }));
const described = z.object({
  name: z.string().max(100),
  message: z.string(),
  stack: z.string().optional(),
  code: z.string().max(100).optional(),
  recording: z
    .object({
      kind: z.enum(recordingFaultKinds),
      retryable: z.boolean(),
      picture: z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable(),
      unmet: unmet.optional(),
    })
    .optional(),
  get cause() {
    return described.optional();
  },
});
type Described = z.infer<typeof described>;

// A cause of a cause is still worth a line in the log.
const mostCauses = 3;

/** Everything about an error, for the service's log and for what becomes of the job. */
export function describeError(error: unknown, causes = mostCauses): Described {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...(typeof code === 'string' && { code }),
    ...(error instanceof RecordingFault && {
      recording: {
        kind: error.kind,
        retryable: error.retryable,
        picture: error.picture,
        ...(error instanceof NothingDone && { unmet: error.unmet }),
      },
    }),
    ...(cause !== undefined && causes > 0 && { cause: describeError(cause, causes - 1) }),
  };
}

/** A cell learns only that the service has refused: the reason may tell of the database. */
export const describeRefusal = (): Described => ({ name: 'Error', message: 'The service refused.' });

export function reviveError(value: unknown): Error {
  const read = described.safeParse(value);
  return read.success ? revive(read.data) : new Error('An error of an unknown form.');
}

function revive({ name, message, stack, code, recording, cause }: Described): Error {
  const options = cause === undefined ? {} : { cause: revive(cause) };
  if (recording?.unmet && recording.kind === 'nothing_done') return new NothingDone(recording.unmet);
  if (recording) {
    const { kind, retryable, picture } = recording;
    const fault = new RecordingFault(kind, message, { retryable, ...options });
    fault.picture = picture;
    if (stack !== undefined) fault.stack = stack;
    return fault;
  }
  const error = new Error(message, options);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}

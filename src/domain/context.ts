import type { CommandContext } from '../store/types.ts';

/** The command of a caller's request, in the form that the event store keeps. */
export const commandOf = (request: {
  commandId: string;
  requestId: string;
  caller: { userId: string };
}): CommandContext => ({
  commandId: request.commandId,
  metadata: { actor: request.caller.userId, requestId: request.requestId },
});

/**
 * One part of a command that needs several transactions. However often the command is repeated, each part takes
 * effect once.
 */
export const partOf = (context: CommandContext, part: string): CommandContext => ({
  commandId: `${context.commandId}:${part}`,
  metadata: { ...context.metadata, correlationId: context.commandId },
});

/** A step of a job. A worker may repeat it; it takes effect once. */
export const stepOf = (jobId: string, name: string): CommandContext => ({
  commandId: `${jobId}:${name}`,
  metadata: { actor: 'worker', correlationId: jobId },
});

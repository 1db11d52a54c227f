import type { CommandContext } from '../store/types.ts';

/** The command of a caller, as the event store keeps it. */
export const commandOf = (request: {
  commandId: string;
  requestId: string;
  caller: { userId: string };
}): CommandContext => ({
  commandId: request.commandId,
  metadata: { actor: request.caller.userId, requestId: request.requestId },
});

/** One part of a command that needs several transactions; each part is one effect however often it is said. */
export const partOf = (context: CommandContext, part: string): CommandContext => ({
  commandId: `${context.commandId}:${part}`,
  metadata: { ...context.metadata, correlationId: context.commandId },
});

/** A step of a job: said twice, it is one effect. */
export const stepOf = (jobId: string, name: string): CommandContext => ({
  commandId: `${jobId}:${name}`,
  metadata: { actor: 'worker', correlationId: jobId },
});

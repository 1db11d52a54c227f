import type { FastifyRequest } from 'fastify';
import { forbidden } from '../../errors.ts';

/** What test keys may do, by the first part of an operation's name. */
const rooms = new Set(['projects', 'demos', 'webhookEndpoints', 'webhookDeliveries']);
/** A preview opens the page that it names, and a schedule refreshes for ever. */
const liveAlone = new Set(['demos.preview', 'demos.previewProgress', 'projects.edit']);

export const admitsTestKeys = (operation: string) =>
  rooms.has(operation.split('.', 1)[0]!) && !liveAlone.has(operation);

/** An onRequest hook of operations that test keys may not use: what they do costs, opens a page, or is for the whole account. */
export async function refuseTestKey({ caller }: FastifyRequest): Promise<void> {
  if (caller?.isTest)
    throw forbidden('test_key', 'A test key (`sr_test_…`) cannot do this. Use a live key, on a server.');
}

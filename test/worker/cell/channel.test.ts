import { duplexPair } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Channel, demand, type Handlers, openChannel } from '../../../src/worker/cell/channel.ts';
import { describeError, describeRefusal, reviveError } from '../../../src/worker/cell/faults.ts';
import { encodeFrame } from '../../../src/worker/cell/frames.ts';

/** The service's end of a line. What the cell sends is written to `cell` as it is. */
function serviceEnd(handlers: Partial<Handlers> = {}, mostMessages = 1000) {
  const [own, cell] = duplexPair();
  const violations: Error[] = [];
  const channel = openChannel(own, {
    handlers: { calls: {}, tells: {}, ...handlers },
    describe: describeRefusal,
    revive: reviveError,
    onViolation: (fault) => violations.push(fault),
    mostMessages,
  });
  return { channel, cell, violations };
}

/** Both ends of a line. */
function ends(service: Partial<Handlers>, cell: Partial<Handlers>): { service: Channel; cell: Channel } {
  const { channel, cell: stream } = serviceEnd(service);
  const handlers = { calls: {}, tells: {}, ...cell };
  const other = openChannel(stream, {
    handlers,
    describe: describeError,
    revive: reviveError,
    onViolation: () => undefined,
    mostMessages: 1000,
  });
  return { service: channel, cell: other };
}

describe('the line between the service and a cell', () => {
  test('carries questions in both directions, with pictures in them, and answers of nothing', async () => {
    const seen: unknown[] = [];
    const line = ends(
      { calls: { onSeen: async (page) => void seen.push(page) } },
      { calls: { film: async (order) => ({ said: order, still: Buffer.from([0, 255, 7]) }) } },
    );
    expect(await line.service.call('film', { job: 'ä', empty: new Uint8Array() })).toEqual({
      said: { job: 'ä', empty: Buffer.alloc(0) },
      still: Buffer.from([0, 255, 7]),
    });
    expect(await line.cell.call('onSeen', { picture: Buffer.alloc(300_000, 9) })).toBeUndefined();
    expect(seen).toEqual([{ picture: Buffer.alloc(300_000, 9) }]);
  });

  test('tells a cell nothing of why the service refuses', async () => {
    const refuse = async () => {
      throw new Error('password of the database: tide');
    };
    const line = ends({ calls: { onPlanned: refuse } }, {});
    await expect(line.cell.call('onPlanned', {})).rejects.toThrow(/^The service refused\.$/);
  });

  test('that breaks rejects every question with the reason', async () => {
    const { channel } = serviceEnd();
    const asked = channel.call('film', {});
    channel.end(new Error('The cell has died.'));
    await expect(asked).rejects.toThrow('The cell has died.');
    await expect(channel.call('film', {})).rejects.toThrow('The cell has died.');
  });
});

describe('a cell that was taken over', () => {
  const tooLong = Buffer.alloc(8);
  tooLong.writeUInt32BE(0xffff_ffff, 0);
  const noJson = Buffer.concat([Buffer.from([0, 0, 0, 3, 0, 0, 0, 0]), Buffer.from('{"a')]);
  test.each([
    ['an unknown question', encodeFrame({ is: 'call', id: 1, name: 'readFile', argument: '/etc/shadow' })],
    ['the name of what every object has', encodeFrame({ is: 'call', id: 1, name: 'constructor' })],
    ['a message of no kind', encodeFrame({ is: 'shutdown' })],
    ['an answer that nobody waits for', encodeFrame({ is: 'answer', id: 77, value: {} })],
    ['a malformed argument', encodeFrame({ is: 'tell', name: 'step', argument: { step: 'first' } })],
    [
      'bytes that it does not bring',
      encodeFrame({ is: 'tell', name: 'step', argument: { $showreelBytes: 5 } }),
    ],
    ['what is no JSON', noJson],
    ['the beginning of 4 GB', tooLong],
  ])('cannot go on after %s', async (_, frame) => {
    const { channel, cell, violations } = serviceEnd({
      tells: { step: (line) => demand(z.object({ step: z.number() }), line) },
    });
    const asked = channel.call('film', {});
    cell.write(frame);
    await expect(asked).rejects.toThrow();
    expect(violations).toHaveLength(1);
  });

  test('cannot go on after a malformed question', async () => {
    const { channel, cell, violations } = serviceEnd({
      calls: { onPlanned: async (plan) => demand(z.object({ title: z.string() }), plan) },
    });
    const asked = channel.call('film', {});
    cell.write(encodeFrame({ is: 'call', id: 1, name: 'onPlanned', argument: { title: 7 } }));
    await expect(asked).rejects.toThrow(/title/);
    expect(violations).toHaveLength(1);
  });

  test('cannot keep the service busy without end', async () => {
    const { channel, cell, violations } = serviceEnd({ tells: { progress: () => undefined } }, 10);
    const asked = channel.call('film', {});
    for (let count = 0; count <= 10; count++) cell.write(encodeFrame({ is: 'tell', name: 'progress' }));
    await expect(asked).rejects.toThrow('too many messages');
    expect(violations).toHaveLength(1);
  });
});

import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ProtocolPipe } from '../../../src/recorder/browser/launch/pipe.ts';

const picture = Buffer.alloc(300_001, 'not a picture, but as long as one');
const frame = JSON.stringify({
  id: 7,
  result: { hasDamage: true, screenshotData: picture.toString('base64') },
  sessionId: 'S',
});
const words = JSON.stringify({ method: 'Runtime.consoleAPICalled', params: { text: 'Grüße, 世界 🎬' } });

/** Sends `bytes` to a pipe in pieces of `pieceLength`. @returns the pipe and the messages that it delivered. */
async function deliver(bytes: Buffer, pieceLength = bytes.length) {
  const [write, read] = [new PassThrough(), new PassThrough()];
  const pipe = new ProtocolPipe(write, read);
  const messages: string[] = [];
  pipe.onmessage = (message) => messages.push(message);
  const closed = new Promise<void>((done) => {
    pipe.onclose = done;
  });
  for (let at = 0; at < bytes.length; at += pieceLength) read.write(bytes.subarray(at, at + pieceLength));
  read.end();
  await closed;
  return { pipe, messages, write };
}

describe('the pipe to the browser', () => {
  test.each([1_000_000, 65_536, 997])(
    'delivers messages and pictures cut into pieces of %i',
    async (length) => {
      const { pipe, messages } = await deliver(Buffer.from(`${words}\0${frame}\0${words}\0`), length);
      const [first, second, third] = messages;
      expect([first, third]).toEqual([words, words]);
      const { id, result, sessionId } = JSON.parse(second ?? '') as {
        id: number;
        result: { screenshotData: string };
        sessionId: string;
      };
      expect({ id, sessionId }).toEqual({ id: 7, sessionId: 'S' });
      expect(second?.length).toBeLessThan(200);
      expect(pipe.takePicture(result.screenshotData).equals(picture)).toBe(true);
    },
  );

  test('keeps a character whole when its bytes arrive apart', async () => {
    const { messages } = await deliver(Buffer.from(`${words}\0`), 1);
    expect(messages).toEqual([words]);
  });

  test('passes other answers on unchanged, long ones too', async () => {
    const long = JSON.stringify({ id: 8, result: { data: 'x'.repeat(500_000) } });
    const quoted = JSON.stringify({ id: 9, result: { text: '"screenshotData":"' } });
    const { messages } = await deliver(Buffer.from(`${long}\0${quoted}\0`), 65_536);
    expect(messages).toEqual([long, quoted]);
  });

  test('decodes a text that is no name as the picture itself, and hands a named picture over once', async () => {
    const { pipe, messages } = await deliver(Buffer.from(`${frame}\0`));
    expect(pipe.takePicture(Buffer.from('bytes').toString('base64')).toString()).toBe('bytes');
    const name = (JSON.parse(messages[0] ?? '') as { result: { screenshotData: string } }).result
      .screenshotData;
    pipe.takePicture(name);
    expect(pipe.takePicture(name).equals(picture)).toBe(false);
  });

  test('ends each message with NUL, and sends nothing after it was closed', async () => {
    const [write, read] = [new PassThrough(), new PassThrough()];
    const pipe = new ProtocolPipe(write, read);
    pipe.send(words);
    pipe.close();
    pipe.send(words);
    expect(String(write.read())).toBe(`${words}\0`);
  });

  test('stops at a message that is longer than it may be, before it is in memory', async () => {
    const [write, read] = [new PassThrough(), new PassThrough()];
    const pipe = new ProtocolPipe(write, read, 1_000);
    const messages: string[] = [];
    let told = 0;
    pipe.onmessage = (message) => messages.push(message);
    pipe.onTooLong = () => told++;
    read.write(`${'a'.repeat(900)}\0`);
    read.write('b'.repeat(600));
    read.write(`${'b'.repeat(300)}\0`);
    for (let i = 0; i < 5; i++) read.write('c'.repeat(600));
    read.write(`\0${words}\0`);
    await new Promise((done) => setTimeout(done, 20));
    expect(messages.map(({ length }) => length)).toEqual([900, 900]);
    expect(told).toBe(1);
  });
});

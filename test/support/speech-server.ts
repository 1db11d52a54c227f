import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface AskedLine {
  path: string;
  authorization: string;
  model: string;
  input: string;
  voice: string;
  response_format: string;
}

/** Speech of some length, or what a provider should not do. */
export type SpeechReply =
  | { lengthMs: number; as?: 'mp3' | 'wav'; silenceMs?: number }
  | { status: number; headers?: Record<string, string> }
  | 'web page'
  | 'noise'
  | 'huge'
  | 'half'
  | 'silence';

export interface SpeechServer {
  /** As SHOWREEL_SPEECH_URL expects it. */
  url: string;
  asked: AskedLine[];
  reply(line: AskedLine): SpeechReply;
  stop(): Promise<void>;
}

/** A provider of speech on loopback, as OpenAI's API describes it. It speaks in tones. */
export async function serveSpeech(): Promise<SpeechServer> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const line: AskedLine = {
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      ...JSON.parse(body),
    };
    speech.asked.push(line);
    const reply = speech.reply(line);
    const send = (bytes: Buffer | string, type = 'audio/mpeg') =>
      response.writeHead(200, { 'content-type': type }).end(bytes);
    if (reply === 'silence') return;
    if (reply === 'web page') return send('<!doctype html><h1>Sign in</h1>', 'text/html');
    if (reply === 'noise') return send(Buffer.alloc(4_000, 'not sound '));
    if (reply === 'half') return send((await tone(1_000, 'wav')).subarray(0, 20));
    if (reply === 'huge') {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.on('error', () => undefined);
      for (let sent = 0; sent < 64 && !response.destroyed; sent++) {
        response.write(Buffer.alloc(2 ** 20));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return response.end();
    }
    if ('status' in reply) return response.writeHead(reply.status, reply.headers).end('{"error":"no"}');
    return send(await tone(reply.lengthMs, reply.as ?? 'mp3', reply.silenceMs));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const speech: SpeechServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    reply: () => ({ lengthMs: 1_000 }),
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return speech;
}

async function tone(lengthMs: number, format: 'mp3' | 'wav', silenceMs = 0): Promise<Buffer> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...[
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        `sine=frequency=1000:duration=${lengthMs / 1000}:sample_rate=24000`,
      ],
      ...(silenceMs > 0 ? ['-af', `adelay=${silenceMs},apad=pad_dur=${silenceMs / 1000}`] : []),
      ...['-ac', '1', '-f', format, '-'],
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  );
  return stdout;
}

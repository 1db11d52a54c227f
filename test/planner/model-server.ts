import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  path: string;
  authorization: string;
  /** System and user text, as they were sent. */
  text: string;
}

type Refusal = { status: number; headers?: Record<string, string> };

/**
 * What the server answers: an answer of a model, any text, a status, an answer that breaks off or never ends, or nothing at
 * all.
 */
export type Reply = (
  asked: Asked,
) => { answer: unknown } | { text: string } | Refusal | 'half' | 'trickle' | 'silence';

export interface ModelServer {
  url: string;
  asked: Asked[];
  reply: Reply;
  stop(): Promise<void>;
}

/**
 * The server of a language model, on loopback. It speaks both protocols: OpenAI's chat completions and Anthropic's messages.
 */
export async function serveModel(): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const sent = JSON.parse(body);
    const asked = {
      path: request.url ?? '',
      authorization: String(request.headers.authorization ?? request.headers['x-api-key'] ?? ''),
      text: [
        JSON.stringify(sent.system ?? ''),
        ...sent.messages.map((one: { content: unknown }) => textOf(one.content)),
      ].join('\n'),
    };
    model.asked.push(asked);
    const reply = model.reply(asked);
    if (reply === 'silence') return;
    if (reply === 'half' || reply === 'trickle') return breakOff(response, reply);
    if ('status' in reply) {
      for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
      return respond(response, reply.status, { error: { message: `no: ${body.slice(0, 60)}` } });
    }
    const text = 'text' in reply ? reply.text : JSON.stringify(reply.answer);
    const shape = asked.path.endsWith('/messages') ? message(text, sent) : completion(text);
    respond(response, 200, shape);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    reply: () => ({ status: 500 }),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return model;
}

/** Sends the beginning of an answer. Then it breaks the connection, or sends blanks for as long as somebody listens. */
function breakOff(response: ServerResponse, how: 'half' | 'trickle'): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":"c1","choices":[{"index":0,"message":{"role":"assi');
  const timer = setInterval(() => (how === 'half' ? response.destroy() : response.write(' ')), 50);
  response.on('close', () => clearInterval(timer));
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (content as { text?: string }[]).map(({ text }) => text ?? '').join('\n');

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const completion = (text: string) => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'test',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
  usage: { prompt_tokens: 700, completion_tokens: 90, total_tokens: 790 },
});

function message(text: string, sent: { tools?: { name: string }[] }) {
  const tool = sent.tools?.[0]?.name;
  const content = tool
    ? { type: 'tool_use', id: 't1', name: tool, input: parsed(text) }
    : { type: 'text', text };
  return {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content: [content],
    stop_sequence: null,
    stop_reason: tool ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 700, output_tokens: 90 },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Container } from './containers.ts';

/** Where the sample site is, for all machines. */
const siteUrl = 'http://site:8080/';

export interface Answer {
  status: number;
  cookies: string[];
  body: Record<string, string>;
}

/** Asks an API of the network. */
export async function ask(
  api: Container,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`http://${api.address}:3000${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    cookies: answer.headers.getSetCookie(),
    body: text ? JSON.parse(text) : {},
  };
}

/** Asks for what has to succeed. */
export async function demand(...request: Parameters<typeof ask>): Promise<Answer> {
  const answer = await ask(...request);
  if (answer.status < 300) return answer;
  throw new Error(
    `${request[1]} ${request[2]} was answered ${answer.status}: ${JSON.stringify(answer.body)}`,
  );
}

/** Somebody with a key and a project that shows the sample site. */
export interface Customer {
  cookie: string;
  authorization: string;
  projectId: string;
}

/** The public address in compose.yaml, from which pages of the service ask. */
export const origin = 'http://localhost:3000';

export async function signUp(api: Container, name: string): Promise<Customer> {
  const person = { name, email: `${name}@showreel.example`, password: `a long password of ${name}` };
  const { cookies } = await demand(api, 'POST', '/api/auth/sign-up/email', { origin }, person);
  const cookie = cookies[0]!.split(';', 1)[0]!;
  const key = await demand(api, 'POST', '/api/v1/api-keys', { origin, cookie }, { name: 'first' });
  const authorization = `Bearer ${key.body.key}`;
  const site = { name: 'Sample', url: siteUrl };
  const project = await demand(api, 'POST', '/api/v1/projects', { authorization }, site);
  return { cookie, authorization, projectId: project.body.id! };
}

export interface Wish {
  prompt: string;
  duration_target: string;
  resolution: string;
}

/** What `make demo` asks for. */
export const sampleWish: Wish = {
  prompt: 'Show what it does, switch the pricing to yearly and start a free trial',
  duration_target: '10s',
  resolution: '1080p',
};

export async function order(
  api: Container,
  { authorization, projectId }: Customer,
  wish: Wish,
): Promise<string> {
  const { body } = await demand(
    api,
    'POST',
    '/api/v1/demos',
    { authorization },
    { project_id: projectId, ...wish },
  );
  return body.id!;
}

/** What is asked here of a demo. */
interface Demo {
  status: string;
  error: string | null;
  latestJob: { started_at: string; completed_at: string };
}

/** Waits until a film is there. */
export async function ready(api: Container, { authorization }: Customer, id: string): Promise<Demo> {
  for (;;) {
    const { body } = await demand(api, 'GET', `/api/v1/demos/${id}`, { authorization });
    const demo = body as unknown as Demo;
    if (demo.status === 'ready') return demo;
    if (demo.status === 'failed') throw new Error(`The film ${id} failed: ${demo.error}`);
    await sleep(500);
  }
}

export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected that ${what}`);
}

export const since = (ms: number): string => `${((performance.now() - ms) / 1000).toFixed(1)} s`;

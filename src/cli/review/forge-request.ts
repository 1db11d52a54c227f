/** What GitHub and GitLab have in common: comments, requests with a token, lists in pages. */
import { CommandFailure, exitCodes, usageFailure } from '../failure.ts';

export interface Comment {
  id: number;
  body: string;
  url: string;
}

export interface Forge {
  /** All comments of the change, oldest first. */
  comments(): Promise<Comment[]>;
  create(body: string): Promise<Comment>;
  update(id: number, body: string): Promise<Comment>;
  remove(id: number): Promise<void>;
}

export interface Service {
  /** "GitHub" */
  name: string;
  token: string;
  headers: Record<string, string>;
  /** What a token has to be allowed to do. */
  needs: string;
}

/** @throws CommandFailure where the service refuses or cannot be reached. It never has the token in it. */
export async function ask(service: Service, method: string, url: string, body?: object): Promise<Response> {
  const { name, headers, token, needs } = service;
  const json = body && { 'Content-Type': 'application/json' };
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers: { ...headers, ...json },
      // A redirect would take the token elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new CommandFailure(exitCodes.unreachable, `${name} does not answer at ${new URL(url).origin}.`, {
      code: 'comment_unreachable',
    });
  }
  if (answer.ok) return answer;
  const told = (await answer.text().catch(() => '')).slice(0, 2000).replaceAll(token, '…');
  const isRefused = [401, 403, 404].includes(answer.status);
  throw new CommandFailure(
    isRefused ? exitCodes.unauthorized : answer.status === 429 ? exitCodes.exhausted : exitCodes.unreachable,
    `${name} refused ${method} ${new URL(url).pathname} with ${answer.status}${reasonIn(told)}.`,
    { code: 'comment_refused', hint: isRefused ? `The token has to be allowed to ${needs}.` : null },
  );
}

function reasonIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return message === undefined ? '' : `: ${JSON.stringify(message)}`;
  } catch {
    return '';
  }
}

/** Reads a list page by page, for as long as the answers name a next one. */
export async function askAll<One>(service: Service, url: string): Promise<One[]> {
  const found: One[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(service, 'GET', `${url}?per_page=100&page=${page}`);
    found.push(...((await answer.json()) as One[]));
    if (!/rel="?next"?/.test(answer.headers.get('link') ?? '')) return found;
  }
}

/** @throws CommandFailure that names the setting that is missing. */
export function demandSetting(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]?.trim();
  if (value) return value;
  throw usageFailure(
    `${name} is not set.`,
    'It is needed for the comment. --comment none leaves the comment out.',
  );
}

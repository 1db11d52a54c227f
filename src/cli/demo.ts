/**
 * Makes one demo through the public interface: REST requests it, the WebSocket shows its progress. The scripts behind
 * `make demo` import this file. It uses a running service over HTTP and nothing else.
 */
import { WebSocket } from 'ws';
import { z } from 'zod';

export interface DemoWish {
  baseUrl: string;
  liveKey: string;
  url: string;
  prompt: string;
  resolution: '720p' | '1080p';
  durationTarget: '5s' | '10s' | '30s';
  /** The film's shape and look. What is left out is the service's default. */
  aspect?: string;
  presentation?: object;
}

const progressMessage = z.object({
  status: z.string(),
  step: z.string().nullable(),
  progress: z.number(),
  message: z.string().nullable(),
  at: z.iso.datetime(),
});
export type DemoProgress = z.infer<typeof progressMessage>;

const finishedDemo = z.object({
  id: z.string(),
  status: z.string(),
  title: z.string().nullable(),
  error: z.string().nullable(),
  video_key: z.string().nullable(),
  gif_key: z.string().nullable(),
  thumbnail_key: z.string().nullable(),
  duration_ms: z.number().nullable(),
  quality: z.number().nullable(),
  warnings: z.array(z.object({ message: z.string() })),
});
export type FinishedDemo = z.infer<typeof finishedDemo>;

export interface StepTime {
  step: string;
  ms: number;
}

/** Creates a project and a demo in it, and reports progress until the demo is ready or failed. */
export async function makeDemo(
  wish: DemoWish,
  onProgress: (progress: DemoProgress) => void,
): Promise<{ demo: FinishedDemo; steps: StepTime[] }> {
  const project = z
    .object({ id: z.string() })
    .parse(await request(wish, 'POST', '/projects', { name: projectName(wish.url), url: wish.url }));
  const created = z.object({ id: z.string(), wsUrl: z.url() }).parse(
    await request(wish, 'POST', '/demos', {
      project_id: project.id,
      prompt: wish.prompt,
      resolution: wish.resolution,
      duration_target: wish.durationTarget,
      aspect: wish.aspect,
      presentation: wish.presentation,
    }),
  );
  const seen: DemoProgress[] = [];
  await watch(created.wsUrl, (progress) => {
    seen.push(progress);
    onProgress(progress);
  });
  const demo = finishedDemo.parse(await request(wish, 'GET', `/demos/${created.id}`));
  return { demo, steps: stepTimes(seen) };
}

/** A step lasts from its first message to the first message of the next step. Messages before any step count as queued. */
function stepTimes(seen: readonly DemoProgress[]): StepTime[] {
  const starts = seen
    .map(({ step, status, at }) => ({
      step: step ?? (status === 'pending' ? 'queued' : 'done'),
      atMs: Date.parse(at),
    }))
    .filter(({ step }, index, all) => step !== all[index - 1]?.step);
  return starts.slice(0, -1).map(({ step, atMs }, index) => ({ step, ms: starts[index + 1]!.atMs - atMs }));
}

function projectName(url: string): string {
  return URL.canParse(url) ? new URL(url).host.slice(0, 100) : 'Demo';
}

/** Resolves when the server closes with code 1000, which it does after the last message. */
function watch(wsUrl: string, onProgress: (progress: DemoProgress) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(wsUrl);
    socket.on('message', (text) => onProgress(progressMessage.parse(JSON.parse(String(text)))));
    socket.on('error', reject);
    socket.on('close', (code) =>
      code === 1000 ? resolve() : reject(new Error(`the progress channel closed with code ${code}`)),
    );
  });
}

async function request(
  { baseUrl, liveKey }: DemoWish,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${liveKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const refused = z.object({ error: z.string() }).safeParse(answer);
  throw new Error(refused.data?.error ?? `${method} ${path} was answered with status ${response.status}`);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createClient, type Seen } from './client.ts';
import type { Random } from './random.ts';
import { type Watcher, watch } from './watcher.ts';

/** What a user was told, and what therefore has to be true in the end. */
export interface User {
  email: string;
  headers: Record<string, string>;
  /** The names of the projects that are there, by id. */
  projects: Map<string, string>;
  deletedProjects: Set<string>;
  /** The demos that are there, by id, with the jobs that were queued for each. */
  demos: Map<string, { projectId: string; jobs: Set<string> }>;
  deletedDemos: Set<string>;
  /** Jobs that were cancelled: each answered 200. */
  cancelled: Set<string>;
  /** Credits that were bought. */
  bought: number;
  watchers: Watcher[];
  call(method: string, path: string, body?: object): Promise<Answer>;
}

/** The plan of a new user has 10 demos; what comes after costs credits. */
const creditsOfPack = 20;
/** So many demos of one user may wait or run. More would only wait. */
const unfinishedLimit = 2;

/** What a user keeps at most. */
const most = { projects: 6, demos: 12 };

/** Signs up, as a person in a browser does, and gets a key. Where an answer was lost, the person signs in instead. */
export async function signUp(baseUrl: string, seen: Seen, name: string): Promise<User> {
  const client = createClient(baseUrl, seen);
  const email = `${name}@chaos.example`;
  const given = { email, password: `a long password of ${name}`, name };
  let signed = await client('POST', '/api/auth/sign-up/email', {}, given);
  if (signed.status !== 200) signed = await client('POST', '/api/auth/sign-in/email', {}, given);
  const cookie = signed.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const issued = await client('POST', '/api/v1/api-keys', { cookie }, { name: 'chaos' });
  if (issued.status !== 201)
    throw new Error(`no key for ${email}: ${issued.status} ${JSON.stringify(issued.body)}`);
  const headers = { authorization: `Bearer ${issued.body.key}` };
  return {
    email,
    headers,
    projects: new Map(),
    deletedProjects: new Set(),
    demos: new Map(),
    deletedDemos: new Set(),
    cancelled: new Set(),
    bought: 0,
    watchers: [],
    call: (method, path, body) => client(method, path, headers, body),
  };
}

/** Does one thing after the other until `signal` aborts. The last one is brought to its end. */
export async function live(
  user: User,
  {
    pageUrl,
    random,
    signal,
    pauseMs,
  }: { pageUrl: string; random: Random; signal: AbortSignal; pauseMs: number },
): Promise<void> {
  while (!signal.aborted) {
    await doSomething(user, pageUrl, random);
    await sleep(random.between(0.5, 1.5) * pauseMs);
  }
}

/** Makes one more demo, which nothing disturbs. @returns its job */
export async function makeLastDemo(user: User, pageUrl: string, random: Random): Promise<string> {
  if (user.projects.size === 0) await createProject(user, pageUrl, random);
  for (;;) {
    const jobId = await askForDemo(user, random);
    if (jobId) return jobId;
  }
}

async function doSomething(user: User, pageUrl: string, random: Random): Promise<void> {
  const [demoId] = random.shuffled([...user.demos.keys()]);
  if (user.projects.size === 0) return createProject(user, pageUrl, random);
  // As much goes as comes: what a long run sees growing is then not what users keep.
  if (user.demos.size > most.demos) return deleteDemo(user, [...user.demos.keys()][0]!);
  if (user.projects.size > most.projects) return deleteProject(user, [...user.projects.keys()][0]!);
  if (!demoId) return createDemo(user, random);
  const acts: [weight: number, act: () => Promise<void>][] = [
    [5, () => createDemo(user, random)],
    [2, () => again(user, demoId, 'refresh')],
    [
      2,
      () =>
        again(user, demoId, 'restyle', { presentation: { background: random.pick(['#204060', '#604020']) } }),
    ],
    [1, () => cancel(user, demoId)],
    [0.7, () => deleteDemo(user, demoId)],
    [0.2, () => deleteProject(user, random.pick([...user.projects.keys()]))],
    [1.5, () => createProject(user, pageUrl, random)],
    [1, () => rename(user, random)],
    [1, () => buy(user)],
    [6, () => look(user, demoId)],
  ];
  const act = weighted(acts, random);
  await act();
}

function weighted<T>(choices: readonly [weight: number, choice: T][], random: Random): T {
  let drawn = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, choice] of choices) {
    drawn -= weight;
    if (drawn < 0) return choice;
  }
  return choices[0]![1];
}

async function createProject(user: User, url: string, random: Random): Promise<void> {
  const name = `Project ${Math.floor(random.next() * 1e9)}`;
  const { status, body } = await user.call('POST', '/api/v1/projects', { name, url });
  expect(status, [201], 'POST /projects', body);
  user.projects.set(String(body.id), name);
}

async function rename(user: User, random: Random): Promise<void> {
  const id = random.pick([...user.projects.keys()]);
  const name = `Renamed ${Math.floor(random.next() * 1e9)}`;
  const { status, body } = await user.call('PATCH', `/api/v1/projects/${id}`, { name });
  expect(status, [200], 'PATCH /projects', body);
  user.projects.set(id, name);
}

async function createDemo(user: User, random: Random): Promise<void> {
  const unfinished = user.watchers.filter((watcher) => !watcher.isOver()).length;
  if (unfinished < unfinishedLimit) await askForDemo(user, random);
}

/** @returns the job of the demo, or null where credits had to be bought first */
async function askForDemo(user: User, random: Random): Promise<string | null> {
  const projectId = random.pick([...user.projects.keys()]);
  const wish = {
    project_id: projectId,
    prompt: 'Show the features and the pricing',
    resolution: '720p',
    duration_target: '5s',
  };
  const { status, body } = await user.call('POST', '/api/v1/demos', wish);
  if (status === 429) {
    await buy(user);
    return null;
  }
  expect(status, [202], 'POST /demos', body);
  const [id, jobId] = [String(body.id), String(body.jobId)];
  user.demos.set(id, { projectId, jobs: new Set([jobId]) });
  user.watchers.push(watch(String(body.wsUrl), id));
  return jobId;
}

/** A refresh or a restyle. One that finds the demo busy, or without a film, is refused, and that is right. */
async function again(user: User, demoId: string, how: string, body?: object): Promise<void> {
  const answer = await user.call('POST', `/api/v1/demos/${demoId}/${how}`, body ?? {});
  if (answer.status === 429) return buy(user);
  expect(answer.status, [202, 400, 409], `POST /demos/{id}/${how}`, answer.body);
  if (answer.status === 202) user.demos.get(demoId)!.jobs.add(String(answer.body.jobId));
}

async function cancel(user: User, demoId: string): Promise<void> {
  const before = await user.call('GET', `/api/v1/demos/${demoId}`);
  const { status, body } = await user.call('POST', `/api/v1/demos/${demoId}/cancel`, {});
  expect(status, [200, 409], 'POST /demos/{id}/cancel', body);
  const job = before.body.latestJob as { id: string; status: string } | null;
  if (status === 200 && job) user.cancelled.add(job.id);
}

/** Where the first answer was lost, the repetition finds nothing any more. */
async function deleteDemo(user: User, demoId: string): Promise<void> {
  const { status, body } = await user.call('DELETE', `/api/v1/demos/${demoId}`);
  expect(status, [200, 404], 'DELETE /demos/{id}', body);
  user.demos.delete(demoId);
  user.deletedDemos.add(demoId);
}

async function deleteProject(user: User, projectId: string): Promise<void> {
  const { status, body } = await user.call('DELETE', `/api/v1/projects/${projectId}`);
  expect(status, [200, 404], 'DELETE /projects/{id}', body);
  user.projects.delete(projectId);
  user.deletedProjects.add(projectId);
  for (const [demoId, demo] of user.demos) {
    if (demo.projectId !== projectId) continue;
    user.demos.delete(demoId);
    user.deletedDemos.add(demoId);
  }
}

async function buy(user: User): Promise<void> {
  const { status, body } = await user.call('POST', '/api/v1/credits/purchase', {
    packId: String(creditsOfPack),
  });
  expect(status, [200], 'POST /credits/purchase', body);
  user.bought += creditsOfPack;
}

async function look(user: User, demoId: string): Promise<void> {
  const paths = [`/demos/${demoId}`, '/demos?limit=20', '/projects', '/credits', '/usage'];
  for (const path of paths) {
    const { status, body } = await user.call('GET', `/api/v1${path}`);
    expect(status, [200], `GET ${path}`, body);
  }
}

function expect(status: number, wanted: number[], what: string, body: object): void {
  if (!wanted.includes(status)) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { type ContractOperation, operations } from '../../support/contract.ts';
import { publishDemo } from '../../support/film.ts';
import { requestTo } from '../../support/operation.ts';

let api: TestApi;
let stranger: SignedIn;
let theirs: Record<'project' | 'demo' | 'key' | 'job', string>;

beforeAll(async () => {
  api = await startApi();
  stranger = await api.signUp();
  const demo = await publishDemo(api, { video: Buffer.alloc(2000), gif: Buffer.alloc(100) });
  const { project_id: project } = (await api.request('GET', `/api/v1/demos/${demo.id}`)).body as never;
  const made = await api.request('POST', '/api/v1/api-keys', { body: { name: 'CI' } });
  const { id: key } = made.body as unknown as { id: string };
  theirs = { project, demo: demo.id, key, job: demo.jobId };
});
afterAll(() => api?.stop());

const isForAccounts = ({ path, operation }: ContractOperation) =>
  path.startsWith('/api/v1/') && operation.security.some((way) => 'sessionCookie' in way);

const ask = (operation: ContractOperation, ids: Record<string, string>) => {
  const { path, options } = requestTo(operation, ids);
  return stranger.request(operation.method, path, options);
};

// A `progress_id` is a word of the caller's own, and names nothing of anybody else's: `previews.test.ts` asks with a word that another uses.
const byPath = operations.filter((one) => isForAccounts(one) && /\{(?:id|projectId|demoId)\}/.test(one.path));
const byInput = operations.filter((one) => {
  const schema = JSON.stringify([one.operation.requestBody ?? {}, one.operation.parameters ?? []]);
  return isForAccounts(one) && /"project_id"/.test(schema) && one.method === 'POST';
});

test.each(byPath.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s: the record of somebody else is a 404, like one that is not there',
  async (_, operation) => {
    for (const id of [...Object.values(theirs), 'proj_unknown']) {
      const answer = await ask(operation, { id, projectId: id, demoId: id });
      expect([id, answer.status, answer.body.code]).toEqual([id, 404, expect.stringMatching(/_not_found$/)]);
    }
  },
);

test.each(byInput.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s: the project of somebody else is a 404, like one that is not there',
  async (_, operation) => {
    for (const project_id of [...Object.values(theirs), 'proj_unknown']) {
      const answer = await ask(operation, { project_id });
      expect([project_id, answer.status, answer.body.code]).toEqual([project_id, 404, 'project_not_found']);
    }
  },
);

test('no list and no read of one’s own shows anything of somebody else', async () => {
  const reads = operations.filter(
    (one) => isForAccounts(one) && one.method === 'GET' && !one.path.includes('{'),
  );
  expect(reads.length).toBeGreaterThan(7);
  for (const { path } of reads) {
    for (const query of ['', `?project_id=${theirs.project}`]) {
      const { status, text } = await stranger.request('GET', `${path}${query}`);
      expect([path, status]).toEqual([path, 200]);
      for (const id of [...Object.values(theirs), api.owner.userId]) expect(text, path).not.toContain(id);
    }
  }
});

test('and their owner finds them unchanged', async () => {
  const { body } = await api.request('GET', `/api/v1/demos/${theirs.demo}`);
  expect(body).toMatchObject({ id: theirs.demo, status: 'ready', version: 1, refreshHistory: [] });
  expect((await api.request('GET', `/api/v1/projects/${theirs.project}`)).status).toBe(200);
  expect((await api.request('GET', '/api/v1/api-keys')).text).toContain(theirs.key);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ log: createLogger(process.env.TEST_LOG_LEVEL ?? 'silent') });
});
afterAll(() => api?.stop());

test('where the database cuts connections while people sign up, they get a session or a 503, and never a 500', async () => {
  let signing = true;
  const cutting = (async () => {
    while (signing) {
      await api.services.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'showreel-auth' and datname = current_database()`;
    }
  })();
  const signUp = async (number: number) => {
    const answer = await fetch(`${api.baseUrl}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: api.baseUrl },
      body: JSON.stringify({ email: `cut${number}@example.com`, password: 'a long password of mine' }),
    });
    return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
  };
  const answers = [];
  for (let round = 0; round < 15; round++)
    answers.push(...(await Promise.all([0, 1, 2, 3].map((one) => signUp(round * 4 + one)))));
  signing = false;
  await cutting;
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(answers.some(({ status }) => status === 503)).toBe(true);
  // The end of a cut connection can reach the pool after this. The pool has at most 4, and each of them can cost one sign-up.
  let later = await signUp(1000);
  for (let cut = 0; cut < 4 && later.status === 503; cut++) later = await signUp(1001 + cut);
  expect(later).toMatchObject({ status: 200 });
});

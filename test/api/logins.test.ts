import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginForPage, readLogin } from '../../src/domain/logins/logins.ts';
import { startApi, type TestApi } from '../support/api.ts';

const secrets = ['s%3A-cookie-value', 'ada@example.com', 'correct-horse-7'];
const login = {
  cookies: [{ name: 'session', value: secrets[0], domain: 'app.example.com', http_only: true }],
  script: {
    title: 'Sign in',
    steps: [
      { type: 'navigate', url: 'https://example.com/sign-in' },
      { type: 'change', selectors: [['#email']], value: secrets[1] },
      { type: 'change', selectors: [['#password']], value: secrets[2] },
      { type: 'click', selectors: [['aria/Sign in']], offsetX: 4, offsetY: 4 },
    ],
  },
  mask_selectors: ['.account-number'],
};

let api: TestApi;
let path: string;
let projectId: string;
beforeAll(async () => {
  api = await startApi();
  const project = await api.request('POST', '/api/v1/projects', {
    body: { name: 'Members', url: 'https://example.com/' },
  });
  projectId = (project.body as unknown as { id: string }).id;
  path = `/api/v1/projects/${projectId}/login`;
});
afterAll(() => api.stop());

test('a login is stored encrypted, used in clear, and never shown again', async () => {
  expect((await api.request('GET', path)).status).toBe(404);
  const set = await api.request('PUT', path, { body: login });
  expect(set.status).toBe(200);
  expect(set.body).toMatchObject({
    cookies: [{ name: 'session', value: '••••••••', domain: 'app.example.com' }],
    mask_selectors: ['.account-number'],
  });
  const read = await api.request('GET', path);
  expect(read.body).toEqual(set.body);
  const kept = await readLogin(api.services, projectId);
  expect(kept).toMatchObject({ cookies: [{ value: secrets[0] }], maskSelectors: ['.account-number'] });
  const stored = await api.services.sql`
    select data::text from events union all select sealed_login from project_logins`;
  const said = JSON.stringify([stored, read.text, set.text]);
  for (const secret of secrets) expect(said).not.toContain(secret);
  expect(said).toContain('aria/Sign in');
});

test('it opens pages of its own site and no others, also where the project has moved; what it hides is hidden there too', async () => {
  const opened = (url: string) => loginForPage(api.services, projectId, url);
  expect(await opened('https://www.example.com/week')).toMatchObject({ cookies: [{ value: secrets[0] }] });
  const away = 'https://elsewhere.example/';
  const nothing = { cookies: [], script: null, maskSelectors: ['.account-number'] };
  expect(await opened(away)).toMatchObject(nothing);
  await api.request('PATCH', `/api/v1/projects/${projectId}`, { body: { url: away } });
  expect(await opened(away)).toMatchObject(nothing);
  await api.request('PATCH', `/api/v1/projects/${projectId}`, { body: { url: 'https://example.com/' } });
});

test('it belongs to its owner alone, and is deleted when it is removed', async () => {
  const other = await api.signUp();
  const cookie = { cookie: other.cookie };
  expect((await api.request('GET', path, { headers: { authorization: '', ...cookie } })).status).toBe(404);
  expect((await api.request('DELETE', path)).body).toEqual({ ok: true });
  expect((await api.request('GET', path)).status).toBe(404);
  expect((await api.request('DELETE', path)).status).toBe(404);
  expect((await api.request('PUT', '/api/v1/projects/proj_nobody/login', { body: login })).status).toBe(404);
});

test('a cookie or a script of another site, and a wrong mask selector, is a 400 that names it', async () => {
  const refused = async (body: object) => {
    const answer = await api.request('PUT', path, { body });
    expect(answer.status).toBe(400);
    return (answer.body as unknown as { error: string }).error;
  };
  expect(await refused({ cookies: [{ name: 'a', value: 'b', domain: 'elsewhere.example' }] })).toMatch(
    /^`cookies\[0\]\.domain` must be on the project's site/,
  );
  const away = { title: 'x', steps: [{ type: 'navigate', url: 'https://elsewhere.example/' }] };
  expect(await refused({ script: away })).toMatch(/^`script\.steps\[0\]\.url` must be on/);
  expect(await refused({ script: { title: 'x', steps: [{ type: 'drag' }] } })).toMatch(
    /^`script\.steps\[0\]\.type`/,
  );
  expect(await refused({ mask_selectors: ['a } b {'] })).toMatch(
    /^`mask_selectors\[0\]` must be one CSS selector/,
  );
});

test('a mask selector that is no CSS is refused when it is given; unknown pseudo-classes are left to the browser', async () => {
  for (const wrong of [
    '.a..b',
    '#1a',
    'a >',
    '> a',
    'a,,b',
    'a[',
    '[a=',
    ':not()',
    '//div',
    'text=IBAN',
    'aria/IBAN',
    '.w-1/2',
  ]) {
    const mask_selectors = ['.iban', 'input[name="tax id" i]', wrong];
    const answer = await api.request('PUT', path, { body: { mask_selectors } });
    expect(answer.status, wrong).toBe(400);
    const came = JSON.stringify(wrong);
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      error: `\`mask_selectors[2]\` must be one CSS selector, but ${came} came.`,
    });
  }
  const mask_selectors = [
    ...[
      'a:has(> img)',
      '.md\\:flex',
      ':is(h1, h2) + p',
      'tr:nth-child(2n+1 of .own)',
      'x-card::part(number)',
    ],
    ...['details:open', 'a:first-of-its-kind', 'é', ':host(.own) b', '[data-a|=b], *'],
  ];
  const taken = await api.request('PUT', path, { body: { mask_selectors } });
  expect([taken.status, taken.body]).toEqual([200, { cookies: [], script: null, mask_selectors }]);
});

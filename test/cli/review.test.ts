import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markdownOf, markerOf } from '../../src/cli/review/comment.ts';
import type { Reviewed } from '../../src/cli/review/film.ts';
import { flowOn, onPreview } from '../../src/cli/review/flow.ts';
import { openForge, putComment } from '../../src/cli/review/forge.ts';
import { type ForgeServer, startForge } from '../support/forge-server.ts';

const token = 'ghs_verysecrettoken';
const marker = markerOf('https://example.com');
let forge: ForgeServer;
let folder: string;
beforeEach(async () => {
  forge = await startForge(token);
  folder = await mkdtemp(join(tmpdir(), 'showreel-review-'));
});
afterEach(async () => {
  await forge?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const github = (more: Record<string, string> = {}) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: forge.url,
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_TOKEN: token,
  GITHUB_SHA: 'abc123',
  ...more,
});
const gitlab = (more: Record<string, string> = {}) => ({
  GITLAB_CI: 'true',
  CI_API_V4_URL: forge.url,
  CI_PROJECT_ID: 'o/r',
  CI_MERGE_REQUEST_IID: '7',
  GITLAB_TOKEN: token,
  ...more,
});

describe.each([
  ['GitHub', github],
  ['GitLab', gitlab],
] as const)('the comment of a review on %s', (name, env) => {
  const put = async (text: string, more = {}) => putComment((await openForge({}, env(more)))!, marker, text);

  test('is written once, and updated in place behind a hundred others', async () => {
    for (let number = 0; number < 130; number++) forge.add(`Looks good, ${marker} ${number}`);
    expect(await put('one')).toMatchObject({ created: true });
    for (let number = 0; number < 130; number++) forge.add(`More ${number}`);
    expect(await put('two')).toMatchObject({ created: false });
    const ours = forge.notes.filter(({ body }) => body.startsWith(marker));
    expect(ours.map(({ body }) => body)).toEqual([`${marker}\ntwo`]);
    expect(forge.notes).toHaveLength(261);
  });

  test('stays one where two pipelines write at the same time', async () => {
    forge.beforeCreate = () => {
      forge.beforeCreate = () => {};
      forge.add(`${marker}\nof the other pipeline`);
    };
    expect(await put('ours')).toMatchObject({ created: false });
    expect(forge.notes.map(({ body }) => body)).toEqual([`${marker}\nours`]);
  });

  test('a wrong token is told with what it needs, and never itself', async () => {
    const wrong = name === 'GitHub' ? { GITHUB_TOKEN: 'ghs_wrong' } : { GITLAB_TOKEN: 'ghs_wrong' };
    const fault = await put('text', { ...wrong, GITHUB_SHA: 'abc123' }).catch((thrown) => thrown);
    expect(fault).toMatchObject({ exitCode: 3, code: 'comment_refused' });
    expect(fault.message).toContain(`${name} refused GET`);
    expect(fault.message).toContain('401: "401 Bad credentials …"');
    expect(fault.hint).toMatch(/pull-requests: write|scope `api`/);
    expect(JSON.stringify([fault, fault.message, fault.stack])).not.toContain('ghs_wrong');
  });
});

describe('the change that a pipeline is of', () => {
  const isOpen = async (env: Record<string, string>, change?: number) =>
    (await openForge({ ...(change && { change }) }, env)) !== null;

  test('is the pull request of the event, else that of the deployed commit', async () => {
    const event = async (value: object) => {
      const path = join(folder, 'event.json');
      await writeFile(path, JSON.stringify(value));
      return github({ GITHUB_EVENT_PATH: path, GITHUB_SHA: 'fff999' });
    };
    expect(await isOpen(await event({ pull_request: { number: 7 } }))).toBe(true);
    expect(forge.asked).toEqual([]);
    expect(await isOpen(await event({ deployment: { sha: 'abc123' } }))).toBe(true);
    expect(await isOpen(await event({ deployment: { sha: 'fff999' } }))).toBe(false);
    expect(await isOpen(await event({}), 7)).toBe(true);
  });

  test('may be none: then nothing is commented on', async () => {
    expect(await isOpen({})).toBe(false);
    const { CI_MERGE_REQUEST_IID: _, ...branch } = gitlab();
    expect(await isOpen(branch)).toBe(false);
  });

  test('needs a token, which is named', async () => {
    const { GITHUB_TOKEN: _, ...without } = github();
    await expect(openForge({}, without)).rejects.toMatchObject({
      exitCode: 2,
      message: 'GITHUB_TOKEN is not set.',
    });
  });
});

const reviewed = (more: Partial<Reviewed>): Reviewed => ({
  ...{ sentence: 'Show the pricing', page: 'https://pr-7.example.dev/', outcome: 'changed', changes: [] },
  ...{ error: null, picture: null, demoId: 'demo_2', after: null },
  before: null,
  ...more,
});
const on = { site: 'https://example.com', preview: 'https://pr-7.example.dev' };
const shown = (name: string) => ({
  share: `https://s.example/share/${name}`,
  gif: `https://s.example/gif/${name}.gif`,
});

describe('what a comment says', () => {
  test('before and after side by side, what changed, and what did not', () => {
    const changes = [
      { change: 'reworded' as const, section: 'Pricing', before: '$4', after: '$5' },
      { change: 'looks' as const, section: null, before: null, after: null },
    ];
    const text = markdownOf(
      [
        reviewed({ changes, before: shown('a'), after: shown('b') }),
        reviewed({ outcome: 'unchanged', sentence: 'Show the team' }),
      ],
      on,
    );
    expect(text).toContain('### Demos: 1 changed, 1 unchanged');
    expect(text).toContain(
      '| [![Before](https://s.example/gif/a.gif)](https://s.example/share/a) | [![After](https://s.example/gif/b.gif)](https://s.example/share/b) |',
    );
    expect(text).toContain('- `Pricing`: `$4` → `$5`\n- The page looks different');
    expect(text).toContain('- `Show the team`');
  });

  test('a failure with its picture and its log', () => {
    const text = markdownOf(
      [reviewed({ outcome: 'failed', error: 'It broke.', picture: 'https://s.example/f.jpg' })],
      on,
    );
    expect(text).toContain('**Failed**: `It broke.`\n\n![The page at the failure](https://s.example/f.jpg)');
    expect(text).toContain('showreel demos logs demo_2');
  });

  test('words of a page mention nobody, link nowhere, and end no comment', () => {
    const words = '`@everyone` <img src=x> [a](http://evil.example)\n--> # x';
    const text = markdownOf(
      [reviewed({ changes: [{ change: 'added', section: words, before: null, after: words }] })],
      on,
    );
    const spans = text.replaceAll(/`[^`\n]*`/g, '');
    expect(spans).not.toMatch(/everyone|<img|evil|-->/);
  });

  test('never more than a comment holds', () => {
    const many = Array.from({ length: 400 }, () => reviewed({ outcome: 'failed', error: 'x'.repeat(400) }));
    const text = markdownOf(many, on);
    expect([text.length < 61_000, text.includes('more than a comment holds')]).toEqual([true, true]);
  });
});

test('pages, frames and asserted addresses of a flow move to the preview, and strangers’ stay', () => {
  const base = new URL('https://pr-7.example.dev/site/');
  const moved = flowOn(
    {
      title: 'Buy',
      steps: [
        { type: 'navigate', url: 'https://example.com/shop?x=1#top' },
        { type: 'click', target: 'https://pay.example/frame' },
        {
          type: 'customStep',
          name: 'showreel.assert',
          parameters: { address: 'https://example.com/cart', text: 'In it' },
        },
        { type: 'customStep', name: 'showreel.assert', parameters: { address: '/cart' } },
      ],
    },
    'https://example.com',
    base,
  );
  expect(moved.steps).toMatchObject([
    { url: 'https://pr-7.example.dev/site/shop?x=1#top' },
    { target: 'https://pay.example/frame' },
    { parameters: { address: 'https://pr-7.example.dev/site/cart', text: 'In it' } },
    { parameters: { address: '/cart' } },
  ]);
  expect(onPreview('https://example.com/', new URL('https://a.example'))).toBe('https://a.example/');
});

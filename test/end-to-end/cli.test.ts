import { spawn } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { type Footage, makeFootage } from '../support/footage.ts';
import { type Installed, installPacked } from '../support/installed.ts';
import { type Ran, runInTerminal, runProgram } from '../support/run-program.ts';
import { until } from '../support/within.ts';
import { startService, type TestService } from './service.ts';
import { startSite, type TestSite } from './site.ts';

/** The npm package `showreel`, packed and installed into an empty folder, against a real service. */
let installed: Installed;
let service: TestService;
let site: TestSite;
let footage: Footage;
let environment: Record<string, string>;

beforeAll(async () => {
  [installed, service, site, footage] = await Promise.all([
    installPacked(['client', 'showreel']),
    startService({ role: 'all' }),
    startSite(),
    makeFootage(),
  ]);
  environment = {
    ...childEnvironment,
    HOME: installed.folder,
    XDG_CONFIG_HOME: join(installed.folder, 'config'),
    SHOWREEL_URL: service.baseUrl,
  };
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
  await installed?.remove();
});

/** Runs the installed program as a person does whose output goes to a file. */
const showreel = (args: string[], settings: Record<string, string> = {}): Promise<Ran> =>
  run(join(installed.folder, 'node_modules/.bin/showreel'), args, settings);
const run = (program: string, args: string[], settings: Record<string, string>): Promise<Ran> =>
  runProgram(program, args, { env: { ...environment, ...settings }, cwd: installed.folder });
const signedIn = () => ({ SHOWREEL_API_KEY: service.liveKey });
const json = async (args: string[]) => JSON.parse((await showreel([...args, '--json'], signedIn())).stdout);

const inTerminal = (args: string[], settings: Record<string, string>): Promise<string> =>
  runInTerminal('node_modules/.bin/showreel', args, {
    env: { ...environment, ...signedIn(), ...settings },
    cwd: installed.folder,
  });

async function signUp() {
  const headers = { 'Content-Type': 'application/json', Origin: service.baseUrl };
  const body = JSON.stringify({
    email: 'ada@example.com',
    password: 'a long enough passphrase',
    name: 'Ada',
  });
  const answer = await fetch(`${service.baseUrl}/api/auth/sign-up/email`, { method: 'POST', headers, body });
  return { ...headers, Cookie: answer.headers.getSetCookie()[0]!.split(';', 1)[0]! };
}

describe('showreel login', () => {
  test('gets a key through the browser, keeps it for its user alone, and logout revokes it', async () => {
    const headers = await signUp();
    const program = join(installed.folder, 'node_modules/.bin/showreel');
    const child = spawn(program, ['login', '--no-browser'], { env: environment });
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const user_code = await until(async () => /Your code is (\S+)\./.exec(said)?.[1], 30_000);
    const approval = { method: 'POST', headers, body: JSON.stringify({ user_code }) };
    const approved = await fetch(`${service.baseUrl}/api/v1/device/authorize`, approval);
    expect(approved.status).toBe(200);
    expect(await ended).toBe(0);
    const kept = join(environment.XDG_CONFIG_HOME!, 'showreel/credentials.json');
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    const key = JSON.parse(await readFile(kept, 'utf8')).keys[service.baseUrl];
    expect(said).not.toContain(key);

    // Without SHOWREEL_URL, the service that was signed in to last is meant. Another service does not get its key.
    expect((await showreel(['keys', 'list'], { SHOWREEL_URL: '' })).stdout).toContain('showreel on ');
    const elsewhere = await showreel(['keys', 'list'], { SHOWREEL_URL: site.url });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([3, expect.stringContaining('not signed in')]);

    expect((await showreel(['logout', '--json'])).stdout).toContain('"revoked": true');
    expect(await readdir(join(environment.XDG_CONFIG_HOME!, 'showreel'))).toEqual([]);
    const answer = await fetch(`${service.baseUrl}/api/v1/projects`, { headers: { 'X-API-Key': key } });
    expect(answer.status).toBe(401);
  });
});

describe('showreel record', { timeout: 480_000 }, () => {
  const wish = ['Show the features', '--duration', '5s', '--resolution', '720p', '--to', 'own', '--json'];

  test('films on this machine with the recorder of the repository, and publishes film, poster, GIF, captions and chapters', async () => {
    const program = join(import.meta.dirname, '../../scripts/showreel');
    const { stdout, stderr, code } = await run(program, ['record', `${site.url}/`, ...wish], signedIn());
    expect([code, stderr]).toEqual([0, expect.stringContaining('100 %')]);
    const { id, files } = JSON.parse(stdout);
    expect(files.map(({ kind }: { kind: string }) => kind)).toEqual([
      'video',
      'gif',
      'thumbnail',
      'captions',
      'chapters',
    ]);
    expect(await service.detail(id)).toMatchObject({ source: 'upload', status: 'ready' });
    const gif = await fetch(`${service.baseUrl}/gif/${id}.gif`);
    expect((await gif.arrayBuffer()).byteLength).toBe(files[1].bytes);
    for (const kind of ['captions', 'chapters'])
      expect(await (await fetch(`${service.baseUrl}/${kind}/${id}.vtt`)).text()).toMatch(
        /^WEBVTT\n[\s\S]*-->/,
      );
  });

  test('of the package says where the recorder is', async () => {
    const { code, stderr } = await showreel(['record', `${site.url}/`, ...wish]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('scripts/showreel record')]);
  });
});

describe('showreel demos', { timeout: 480_000 }, () => {
  let id: string;

  test('create --wait shows a bar and the newest frame on a terminal that can, and ends with the film', async () => {
    const said = await inTerminal(
      [
        'demos',
        'create',
        'Show the features',
        '--page',
        `${site.url}/`,
        '--duration',
        '5s',
        '--resolution',
        '720p',
        '--wait',
      ],
      { TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.0' },
    );
    expect(said).toMatch(/█+░* \d+ %/);
    const picture = /\]1337;File=inline=1;[^:]*:([A-Za-z0-9+/=]+)/.exec(said)?.[1];
    expect(Buffer.from(picture!, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    id = /demo_\w+/.exec(said)![0];
    expect(said).toContain(`/share/${id}`);
    expect((await service.detail(id)).status).toBe('ready');
  });

  test('restyle --wait --json writes one document to stdout, and lines without colours to stderr', async () => {
    const ran = await showreel(
      ['demos', 'restyle', id, '--background', '#123456,#654321', '--wait', '--json'],
      // As in Node 20, which has no WebSocket: the progress is polled.
      { ...signedIn(), NODE_OPTIONS: '--no-experimental-websocket' },
    );
    expect(ran.code).toBe(0);
    const demo = JSON.parse(ran.stdout);
    expect(demo).toMatchObject({ id, status: 'ready', version: 2 });
    expect(JSON.parse(demo.presentation).background).toMatchObject({ from: '#123456', to: '#654321' });
    expect(ran.stderr).toMatch(/^ *\d+ % {2}\S/m);
    expect(ran.stderr).not.toContain('\x1b');
  });

  test('moment makes the poster or the GIF of a second', async () => {
    const { thumbnail_key, gif_key } = await service.detail(id);
    await json(['demos', 'moment', id, '2.5', '--only', 'gif']);
    const after = await until(async () => {
      const now = await service.detail(id);
      return now.gif_key === gif_key ? undefined : now;
    }, 20_000);
    expect(after.thumbnail_key).toBe(thumbnail_key);
    const wrong = await showreel(['demos', 'moment', id, 'soon'], signedIn());
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('such as 6.4, but soon came')]);
  });

  test('sound that the service does not offer is refused with what to set, and --silent stands alone', async () => {
    const music = await showreel(['demos', 'restyle', id, '--music', 'any'], signedIn());
    expect([music.code, music.stderr]).toEqual([2, expect.stringContaining('SHOWREEL_MUSIC_DIR')]);
    const voice = await showreel(['demos', 'restyle', id, '--voice'], signedIn());
    expect(voice.stderr).toContain('SHOWREEL_SPEECH_URL');
    const both = await showreel(['demos', 'restyle', id, '--silent', '--voice', 'echo'], signedIn());
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--silent')]);
    expect((await service.detail(id)).version).toBe(2);
  });

  test('list, show, logs and download tell of it, and a second film of the page has the same project', async () => {
    expect((await json(['demos', 'list', '--limit', '1'])).demos).toEqual([expect.objectContaining({ id })]);
    expect((await showreel(['demos', 'show', id], signedIn())).stdout).toContain(`/video/${id}.mp4`);
    const logs = await json(['demos', 'logs', id]);
    expect(logs.events.map(({ type }: { type: string }) => type)).toContain('DemoPublished');
    expect(logs.steps.length).toBeGreaterThan(0);
    const { files } = await json(['demos', 'download', id, '--to', 'films', '--only', 'video', 'captions']);
    expect(files).toEqual([
      expect.objectContaining({ path: `films/${id}.mp4` }),
      expect.objectContaining({ path: `films/${id}.captions.vtt` }),
    ]);
    const film = await readFile(join(installed.folder, 'films', `${id}.mp4`));
    expect([film.length, film.subarray(4, 8).toString()]).toEqual([files[0].bytes, 'ftyp']);
    const preview = await json([
      'demos',
      'preview',
      'Show the pricing',
      '--page',
      site.url,
      '--duration',
      '5s',
    ]);
    expect(preview.scenes.length).toBeGreaterThan(0);
    expect((await json(['projects'])).projects).toHaveLength(1);
  });

  test('colours are for terminals that want them', async () => {
    const args = ['projects'];
    const piped = await showreel(args, { ...signedIn(), FORCE_COLOR: '' });
    expect(piped.stdout).not.toContain('\x1b');
    expect(await inTerminal(args, {})).toContain('\x1b[1m');
    expect(await inTerminal(args, { NO_COLOR: '1' })).not.toContain('\x1b[1m');
  });
});

describe('what goes wrong', () => {
  test.each([
    [2, 'usage', ['demos', 'crate'], 'Did you mean create?'],
    [2, 'a refused value', ['demos', 'create', 'x', '--page', 'example'], 'The page: expected'],
    [3, 'a bad key', ['projects'], 'showreel login'],
    [4, 'an unknown demo', ['demos', 'show', 'demo_x'], 'showreel demos list'],
    [6, 'no service', ['projects', '--url', 'http://127.0.0.1:9'], '--url'],
  ])(
    'exits with %i for %s, says what to do, and tells programs on stdout',
    async (code, what, args, hint) => {
      const key = what === 'a bad key' ? 'sr_live_wrong' : service.liveKey;
      const ran = await showreel([...args, '--json'], { SHOWREEL_API_KEY: key });
      const told = JSON.parse(ran.stdout);
      expect([ran.code, told.exitCode]).toEqual([code, code]);
      expect(ran.stderr).toContain(hint);
      expect(ran.stderr).toContain(told.error);
      if (code === 3 || code === 4) {
        expect(told.requestId).toMatch(/^req_/);
        expect(ran.stderr).toContain(told.requestId);
      }
    },
  );
});

test('uploads publish a film with its poster, and keys are created and revoked', async () => {
  const file = join(installed.folder, 'own.mp4');
  await writeFile(file, footage.mp4);
  await writeFile(join(installed.folder, 'poster.png'), footage.png);
  const uploaded = await json([
    'uploads',
    'create',
    file,
    'Our own words',
    '--page',
    `${site.url}/`,
    '--poster',
    'poster.png',
  ]);
  const { demos } = await json(['uploads', 'list']);
  expect(demos.map(({ id }: { id: string }) => id)).toContain(uploaded.id);
  const created = await json(['keys', 'create', '--type', 'publishable', '--domain', 'example.com']);
  expect(created).toMatchObject({ type: 'publishable', allowed_domains: ['example.com'] });
  const unasked = await showreel(['keys', 'revoke', created.id], signedIn());
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect(await json(['keys', 'revoke', created.id, '--yes'])).toMatchObject({ ok: true });
});

test('embeds warm asks for the demo of each page of a sitemap once', async () => {
  const sitemap = join(installed.folder, 'sitemap.xml');
  const pages = [`${site.url}/`, `${site.url}/?a=1&amp;b=2`].map((page) => `<url><loc>${page}</loc></url>`);
  await writeFile(
    sitemap,
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}</urlset>`,
  );
  const [project] = (await json(['projects'])).projects;
  const warm = ['embeds', 'warm', 'sitemap.xml', '--project', project.id];
  const first = await json(warm);
  expect(first.pages).toEqual([
    expect.objectContaining({ url: `${site.url}/`, cached: false }),
    expect.objectContaining({ url: `${site.url}/?a=1&b=2`, cached: false }),
  ]);
  const again = await json(warm);
  expect(again.pages.map(({ demoId }: { demoId: string }) => demoId)).toEqual(
    first.pages.map(({ demoId }: { demoId: string }) => demoId),
  );
  await Promise.all(
    first.pages.map(({ demoId }: { demoId: string }) => showreel(['demos', 'cancel', demoId], signedIn())),
  );
});

test('the guide for agents has every command, and the packed server for agents starts', async () => {
  const guide = await json(['guide']);
  const commands = guide.commands.map(({ command }: { command: string }) => command);
  expect(commands).toEqual(
    expect.arrayContaining(['showreel demos create SENTENCE', 'showreel keys revoke ID', 'showreel mcp']),
  );
  const create = guide.commands.find(({ command }: { command: string }) => command.includes('demos create'));
  expect(create.options).toContainEqual(
    expect.objectContaining({ flags: '--mockup <window>', choices: expect.any(Array) }),
  );
  for (const { command } of guide.recipes)
    expect(commands.some((one: string) => command.startsWith(one.replace(/ [A-Z].*/, '')))).toBe(true);

  const agent = new Client({ name: 'test', version: '1' });
  const command = join(installed.folder, 'node_modules/.bin/showreel');
  await agent.connect(
    new StdioClientTransport({ command, args: ['mcp'], env: { ...environment, ...signedIn() } }),
  );
  expect((await agent.listTools()).tools.length).toBeGreaterThan(0);
  await agent.close();
});

test('completions are told to every shell', async () => {
  expect((await showreel(['complete', '--', 'demos', 'create', '--res'])).stdout).toContain('--resolution');
  const shells = ['bash', 'zsh', 'fish', 'powershell'];
  const scripts = await Promise.all(shells.map((shell) => showreel(['complete', shell])));
  for (const { code, stdout } of scripts)
    expect([code, stdout]).toEqual([0, expect.stringContaining('showreel')]);
});

test('in a bash without any package, the tabulator completes commands and options', async () => {
  const bin = join(installed.folder, 'node_modules/.bin');
  const shell = spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
    env: { ...environment, PATH: `${bin}:${environment.PATH}`, TERM: 'dumb', PS1: '$ ' },
    cwd: installed.folder,
  });
  let said = '';
  shell.stdout.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const says = (text: string) => until(async () => (said.includes(text) ? true : null), 30_000);
  shell.stdin.write('source <(showreel complete bash); echo so""urced\n');
  await says('sourced\r\n');
  shell.stdin.write('showreel demos cre\t');
  await says('showreel demos create ');
  shell.stdin.write('--resol\t');
  await says('create --resolution ');
  const ended = new Promise((resolve) => shell.on('close', resolve));
  shell.stdin.write('\u0015exit\n');
  await ended;
});

test('Ctrl-C ends the wait for a film and not the film, and says how to go on', async () => {
  const program = join(installed.folder, 'node_modules/.bin/showreel');
  const args = ['demos', 'create', '--page', `${site.url}/`, 'Show the features', '--wait'];
  const watching = spawn(program, args, { env: { ...environment, ...signedIn() } });
  let said = '';
  for (const stream of [watching.stdout, watching.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString();
    });
  const ended = new Promise<number | null>((resolve) => watching.on('close', resolve));
  await until(async () => (/\d %/.test(said) ? true : null), 30_000);
  watching.kill('SIGINT');
  expect(await ended).toBe(130);
  const [, id] = /showreel demos watch (demo_\w+)/.exec(said) ?? [];
  expect(said).toContain('The film goes on.');
  expect((await service.detail(id!)).latestJob?.status).toMatch(/queued|running/);
  expect((await service.request('POST', `/api/v1/demos/${id}/cancel`)).status).toBe(200);
  await service.settled(id!, 30_000);
});

import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocument } from '../../src/api/openapi/document.ts';
import type { Document } from '../../src/docs/reference/document.ts';
import { groupsOf } from '../../src/docs/reference/document.ts';
import { samplesOf, somewhere } from '../../src/docs/reference/samples.ts';
import { mediaPrefix } from '../../src/domain/demos/media-keys.ts';
import { appRouter } from '../../src/domain/router.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { publishDemo } from '../support/film.ts';
import { isRun, markOf, type Snippet, snippetsOf } from './snippets.ts';

const root = join(import.meta.dirname, '../..');
const pages = join(root, 'src/docs/pages');
const run = promisify(execFile);
const files = { video: Buffer.from('a film'), thumbnail: Buffer.from('a still'), gif: Buffer.from('a gif') };

const written: Snippet[] = (
  await Promise.all(
    (
      await readdir(pages)
    )
      .filter((name) => name.endsWith('.md'))
      .map(async (name) => snippetsOf(name.slice(0, -3), await readFile(join(pages, name), 'utf8'))),
  )
).flat();
const openapi = createDocument(appRouter, { prefix: '/api/v1' }) as unknown as Document;

let api: TestApi;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  [api, folder] = await Promise.all([startApi(), mkdtemp(join(tmpdir(), 'showreel-snippets-'))]);
  const { body: project } = await api.request('POST', '/api/v1/projects', {
    body: { name: 'Site', url: 'https://example.com/', refresh_schedule: 'on-deploy' },
  });
  const secret = await api.request('POST', `/api/v1/projects/${project.id}/webhook-secret/rotate`);
  const demo = await publishDemo(api, files);
  const captions = join(folder, 'captions.vtt');
  await writeFile(captions, 'WEBVTT');
  await api.media.putFile(`${mediaPrefix(demo.id, 1)}captions.vtt`, captions);
  environment = {
    PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
    HOME: process.env.HOME ?? '',
    LANG: 'C.UTF-8',
    SHOWREEL_KEY: api.key,
    PROJECT_ID: String(project.id),
    DEMO_ID: demo.id,
    SHOWREEL_WEBHOOK_SECRET: String(secret.body.webhook_secret),
    SIGNING_SECRET: String(project.signing_secret),
  };
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const source = (path: string) => pathToFileURL(join(root, path)).href;
/** A snippet as it runs here: with the address of this service, and with the packages out of their sources. */
const filled = (code: string) =>
  code
    .replaceAll(somewhere, api.baseUrl)
    .replaceAll("'@showreel/client'", `'${source('src/client/index.ts')}'`)
    .replaceAll("'standardwebhooks'", `'${import.meta.resolve('standardwebhooks')}'`)
    .replaceAll("'@showreel/signing'", `'${source('src/signing/index.js')}'`);

const runners: Record<string, [ending: string, ...command: string[]]> = {
  // A request that is refused has to end the script.
  sh: ['sh', 'sh', '-e'],
  ts: ['ts', process.execPath],
  python: ['py', 'python3'],
};

async function runCode(language: string, code: string): Promise<string> {
  const [ending, command, ...options] = runners[language]!;
  const own = await mkdtemp(join(folder, 'run-'));
  const file = join(own, `snippet.${ending}`);
  await writeFile(
    file,
    language === 'sh' ? code.replaceAll(/\bcurl (?!-sf|--fail)/g, 'curl -sS --fail-with-body ') : code,
  );
  const { stdout } = await run(command!, [...options, file], {
    env: environment,
    cwd: own,
    timeout: 150_000,
  });
  return stdout;
}

test('every snippet says that it runs, or why it does not', () => {
  const silent = written.filter(
    (one) =>
      !isRun(one) &&
      !['skip', 'answer'].some((name) => markOf(one, name)) &&
      !['page', 'cli'].includes(one.info),
  );
  expect(silent.map(({ name, info }) => [name, info])).toEqual([]);
  expect(written.filter(isRun).length).toBeGreaterThan(25);
});

test.each(written.filter(isRun).filter(({ language }) => hasPython || language !== 'python'))(
  '$name runs ($language)',
  async ({ language, code }) => {
    await runCode(language, filled(code));
  },
);

describe('a check of a signature', () => {
  const check = written.filter(({ code }) => /isFromShowreel|is_from_showreel/.test(code));
  const calls = {
    ts: `
const sign = (at: number) => \`t=\${at},v1=\${createHmac('sha256', 's').update(\`\${at}.{}\`).digest('hex')}\`;
const now = Math.floor(Date.now() / 1000);
console.log([isFromShowreel('{}', sign(now), 's'), isFromShowreel('{ }', sign(now), 's'), isFromShowreel('{}', sign(now - 900), 's')].join(' '));`,
    python: `
def sign(at):
    return f"t={at},v1=" + hmac.new(b"s", f"{at}.{{}}".encode(), hashlib.sha256).hexdigest()
now = int(time.time())
print(*[str(is_from_showreel(*one, "s")).lower() for one in [("{}", sign(now)), ("{ }", sign(now)), ("{}", sign(now - 900))]])`,
  };
  test.each(check.filter(({ language }) => hasPython || language !== 'python'))(
    '$name takes what was signed, and neither another body nor an old one',
    async ({ language, code }) => {
      const said = await runCode(language, `${code}\n${calls[language as 'ts']}`);
      expect(said.trim()).toBe('true false false');
    },
  );
});

test('the signature of a webhook is found right by both checks, and another body is not', async () => {
  const [byLibrary, byHand] = written.filter(({ code }) => /readEvent|is_signed/.test(code));
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const now = new Date();
  const signature = new Webhook(secret).sign('msg_1', now, '{"type":"demo.ready"}');
  const headers = JSON.stringify({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': `v1,old ${signature}`,
  });
  const script = `
console.log(readEvent('{"type":"demo.ready"}', ${headers}, '${secret}').type);
try { readEvent('{}', ${headers}, '${secret}'); } catch { console.log('refused'); }`;
  expect((await runCode('ts', filled(byLibrary!.code) + script)).trim().split('\n')).toEqual([
    'demo.ready',
    'refused',
  ]);
  if (!hasPython) return;
  const program = `print(*[is_signed(body, ${headers}, "${secret}") for body in ('{"type":"demo.ready"}', '{}')])`;
  expect((await runCode('python', `${byHand!.code}\n${program}`)).trim()).toBe('True False');
});

test('every command of the command line’s page is there', async () => {
  const program = join(root, 'scripts/showreel');
  const env = { ...environment, SHOWREEL_URL: api.baseUrl, SHOWREEL_API_KEY: api.key };
  const commands = written.filter(({ info }) => info === 'cli').flatMap(({ code }) => code.split('\n'));
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) {
    const words = command.split(' ').slice(1);
    const { stdout } = await run(program, words, { env });
    expect(stdout.length, command).toBeGreaterThan(1);
  }
});

test('answers in the pages have the members of the OpenAPI document', () => {
  const shown = written.filter((one) => markOf(one, 'answer'));
  expect(shown.length).toBeGreaterThan(1);
  for (const snippet of shown) {
    const [operationId, status] = markOf(snippet, 'answer')!.split(' ');
    const operation = groupsOf(openapi)
      .flatMap(({ entries }) => entries)
      .find((entry) => entry.operation.operationId === operationId)!.operation;
    const response = operation.responses[status!]!;
    const shared = response.$ref && openapi.components.responses![response.$ref.split('/').at(-1)!];
    const { example } = Object.values((shared || response).content!)[0]!;
    expect(Object.keys(JSON.parse(snippet.code)), snippet.name).toEqual(Object.keys(example as object));
  }
});

describe('the samples of the reference', () => {
  const entries = groupsOf(openapi).flatMap((group) => group.entries);

  /** The ids of the examples stand for records that are there. */
  const withRecords = (code: string) =>
    filled(code)
      .replaceAll(/proj_01[0-9a-z]{24}/g, environment.PROJECT_ID!)
      .replaceAll(/demo_01[0-9a-z]{24}/g, environment.DEMO_ID!);

  test.each(['curl', 'Node', 'Python'] as const)('of %s are understood by the service', async (title) => {
    if (title === 'Python' && !hasPython) return;
    const own = join(folder, title);
    await mkdir(own);
    for (const name of ['demo.mp4', 'demo.gif', 'background.png']) await writeFile(join(own, name), 'x');
    const asked: string[] = [];
    const refused: unknown[] = [];
    const note = (request: IncomingMessage, response: ServerResponse) => {
      const name = `${request.method} ${request.url}`;
      asked.push(name);
      response.on('finish', () => {
        // What is missing or in another state is another matter: the sample itself was understood.
        if ([401, 403, 405, 415, 500, 501].includes(response.statusCode))
          refused.push([response.statusCode, name]);
      });
    };
    api.app.server.on('request', note);
    const samples = entries.flatMap((entry) => samplesOf(entry).filter((one) => one.title === title));
    await runAll(
      title,
      samples.map(({ code }) => withRecords(code)),
      own,
    );
    expect(refused).toEqual([]);
    expect(asked.length).toBeGreaterThanOrEqual(samples.length);
    api.app.server.off('request', note);
  });

  /** All in one program, since each start of an interpreter takes 50 to 100 ms. One that is refused does not end the others. */
  async function runAll(title: string, codes: string[], cwd: string): Promise<void> {
    if (title === 'curl') {
      const script = codes.map((code) =>
        code.replaceAll(/^curl /gm, 'curl -sS -o /dev/null ').replace('-o /dev/null -O', '-O'),
      );
      await run('sh', ['-c', `${script.join('\n')}\ntrue`], { env: environment, cwd, timeout: 150_000 });
      return;
    }
    if (title === 'Python') {
      const script = codes
        .map((code) => `try:\n${code.replaceAll(/^/gm, '    ')}\nexcept urllib.error.HTTPError:\n    pass`)
        .join('\n');
      await writeFile(join(cwd, 'all.py'), `import urllib.error\n${script}\n`);
      await run('python3', ['all.py'], { env: environment, cwd, timeout: 150_000 });
      return;
    }
    const script = codes.map((code) => {
      const body = code.replace(/^import .*\n/gm, '');
      return `try {\n${body}\n} catch (fault) { if (!(fault instanceof ShowreelError)) throw fault; }`;
    });
    const imports = `import { createClient, ShowreelError, unwrap } from '${source('src/client/index.ts')}';`;
    await writeFile(join(cwd, 'all.ts'), `${imports}\n${script.join('\n')}\n`);
    await run(process.execPath, ['all.ts'], { env: environment, cwd, timeout: 150_000 });
  }
});

/**
 * Types that a stranger's generator makes out of our OpenAPI document hold what the service answers. Those for TypeScript are made by
 * openapi-typescript (`make client`). Here quicktype makes Python, which runs where Python is there.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { publishDemo } from '../support/film.ts';

const run = promisify(execFile);
const names = ['DemoDetail', 'Demo', 'ProjectDetail', 'CreatedProject', 'ApiKey', 'Plan', 'Error'] as const;

let api: TestApi;
let folder: string;
let schemas: Record<string, object>;
beforeAll(async () => {
  [api, folder] = await Promise.all([startApi(), mkdtemp(join(tmpdir(), 'showreel-generated-'))]);
  const { body } = await api.request('GET', '/api/v1/openapi.json', { key: null });
  ({ schemas } = (body as unknown as { components: { schemas: Record<string, object> } }).components);
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The component schemas as a program of that language. */
async function generate(lang: 'python' | 'go' | 'kotlin'): Promise<string> {
  const definitions = JSON.parse(
    JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/definitions/'),
  );
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  for (const name of names)
    await input.addSource({ name, schema: JSON.stringify({ $ref: `#/definitions/${name}`, definitions }) });
  const inputData = new InputData();
  inputData.addInput(input);
  const rendererOptions = lang === 'python' ? { 'python-version': '3.7' as const } : {};
  return (await quicktype({ inputData, lang, rendererOptions })).lines.join('\n');
}

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasPython)(
  'what the service answers is read by the Python types, and written again as it came',
  async () => {
    await writeFile(join(folder, 'showreel.py'), await generate('python'));
    // The program parses times with a package that a machine may lack. Ours are ISO 8601, which Python reads by itself.
    await mkdir(join(folder, 'dateutil'));
    await writeFile(
      join(folder, 'dateutil/parser.py'),
      'from datetime import datetime\ndef parse(text):\n    return datetime.fromisoformat(text.replace("Z", "+00:00"))\n',
    );
    const files = { video: Buffer.from('a film'), thumbnail: Buffer.from('a still') };
    const { id } = await publishDemo(api, files);
    const demo = (await api.request('GET', `/api/v1/demos/${id}`)).body as unknown as { project_id: string };
    const answers = {
      demo_detail: demo,
      demo: (await api.request('GET', '/api/v1/demos')).body.demos![0],
      project_detail: (await api.request('GET', `/api/v1/projects/${demo.project_id}`)).body,
      plan: (await api.request('GET', '/api/v1/plans')).body.plans![0],
      error: (await api.request('GET', '/api/v1/demos/demo_none')).body,
    };
    await writeFile(join(folder, 'answers.json'), JSON.stringify(answers));
    const program = `
import json, showreel
for name, answer in json.load(open("answers.json")).items():
    read = getattr(showreel, name + "_from_dict")(answer)
    written = getattr(showreel, name + "_to_dict")(read)
    lost = sorted(key for key in answer if answer[key] is not None and key not in written)
    print(name, type(read).__name__, lost)`;
    await writeFile(join(folder, 'use.py'), program);
    const { stdout } = await run('python3', ['use.py'], { cwd: folder });
    expect(stdout.trim().split('\n')).toEqual([
      'demo_detail DemoDetail []',
      'demo Demo []',
      'project_detail ProjectDetail []',
      'plan Plan []',
      'error Error []',
    ]);
    await writeFile(join(folder, 'answers.json'), JSON.stringify({ error: { error: 'No code' } }));
    await expect(run('python3', ['use.py'], { cwd: folder })).rejects.toThrow();
  },
);

test.each(['go', 'kotlin'] as const)('the generator takes every schema for %s', async (lang) => {
  const text = await generate(lang);
  for (const name of ['DemoDetail', 'ProjectDetail', 'CreatedProject'])
    expect(text).toMatch(new RegExp(`(type|class) ${name}\\b`));
});

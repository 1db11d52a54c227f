import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readComposeFile, seccompPathOf, volumeOf } from '../../scripts/image/compose-file.ts';
import { readConfig } from '../../src/config.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showreel-image-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const makeSecrets = (path: string) => run(join(root, 'scripts/image/secrets'), [path]);
const contents = async (path: string) =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(path)).map(async (name) => [name, await readFile(join(path, name), 'utf8')] as const),
    ),
  );

test('the secrets of a service in containers are made once, for their owner alone, and are settings that the service takes', async () => {
  await makeSecrets(folder);
  const made = await contents(folder);
  expect(Object.keys(made).sort()).toEqual([
    'admin-token',
    'database-password',
    'database-url',
    'secret-keys',
  ]);
  for (const name of Object.keys(made)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(made['database-url']).toContain(made['database-password']!.trim());
  await makeSecrets(folder);
  expect(await contents(folder)).toEqual(made);

  // A start that died when it had made some of them.
  await rm(join(folder, 'admin-token'));
  await makeSecrets(folder);
  const { 'admin-token': token, ...others } = await contents(folder);
  expect(made).toMatchObject(others);
  expect(token).toMatch(/^[0-9a-f]{64}\n$/);

  await mkdir(join(folder, 'other'));
  await makeSecrets(join(folder, 'other'));
  expect((await contents(join(folder, 'other')))['secret-keys']).not.toBe(made['secret-keys']);
});

test('compose.yaml sets nothing that the service does not know, with files that `secrets` makes', async () => {
  // What is empty unless `.env` says something.
  const services = await readComposeFile({
    SHOWREEL_S3_BUCKET: 'media',
    SHOWREEL_S3_ENDPOINT: 'http://bucket:7480',
    SHOWREEL_S3_REGION: 'eu-north-1',
    SHOWREEL_S3_ACCESS_KEY_ID: 'id',
    SHOWREEL_S3_SECRET_ACCESS_KEY: 'key',
    SHOWREEL_S3_PRESIGN: '1',
    SHOWREEL_S3_PUBLIC_ENDPOINT: 'https://media.example.com',
  });
  await makeSecrets(folder);
  for (const name of ['api', 'worker']) {
    const { environment } = services[name]!;
    const inFolder = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, value.replace('/run/showreel', folder)]),
    );
    const config = readConfig(inFolder);
    expect(config).toMatchObject({ role: name, publicUrl: 'http://localhost:3000' });
    expect(config.databaseUrl).toMatch(/^postgres:\/\/showreel:[0-9a-f]{64}@database:5432\/showreel$/);
    expect([config.secretKeys, config.admin.token].every(Boolean)).toBe(true);
    // A name that is misspelled would be ignored: each has an effect, so without it the settings are others, or refused.
    for (const left of Object.keys(inFolder))
      expect(configOrRefusal(Object.entries(inFolder).filter(([key]) => key !== left)), left).not.toEqual(
        config,
      );
    expect(configOrRefusal(Object.entries(inFolder))).toEqual(config);
  }
});

test('compose.yaml keeps media in its volume where `.env` names no bucket', async () => {
  const { api } = await readComposeFile();
  await makeSecrets(folder);
  const inFolder = Object.entries(api!.environment).map(([key, value]) => [
    key,
    value.replace('/run/showreel', folder),
  ]);
  expect(readConfig(Object.fromEntries(inFolder)).bucket).toBeNull();
});

function configOrRefusal(entries: [string, string][]): unknown {
  try {
    return readConfig(Object.fromEntries(entries));
  } catch (refusal) {
    return refusal;
  }
}

test('every service of ours in compose.yaml is confined alike, and none is root', async () => {
  const { database, ...ours } = await readComposeFile();
  expect(Object.keys(ours)).toEqual(['secrets', 'api', 'worker']);
  for (const service of Object.values(ours)) {
    expect(service).toMatchObject({ image: 'showreel', read_only: true, cap_drop: ['ALL'] });
    expect(service.security_opt).toContain('no-new-privileges:true');
    const profile = JSON.parse(await readFile(seccompPathOf(service)!, 'utf8'));
    const refused = profile.syscalls.flatMap(({ names }: { names: string[] }) => names);
    expect(refused).toEqual(
      expect.arrayContaining(['bpf', 'init_module', 'io_uring_setup', 'kexec_load', 'ptrace']),
    );
    expect(refused).toEqual([...new Set(refused)].sort());
  }
  expect(database!.volumes.map(volumeOf)).toContainEqual({
    name: 'secrets',
    target: '/run/showreel',
    isReadOnly: true,
  });
  expect(await readFile(join(root, 'Dockerfile'), 'utf8')).toMatch(/^USER showreel$/m);
});

test('an image is not built in a checkout, whose development packages it would remove', async () => {
  await mkdir(join(folder, 'scripts/image'), { recursive: true });
  await mkdir(join(folder, '.git'));
  const script = join(folder, 'scripts/image/build');
  await writeFile(script, await readFile(join(root, 'scripts/image/build')), { mode: 0o755 });
  await expect(run(script)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('run it on a copy without .git'),
  });
});

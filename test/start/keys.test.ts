import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { prove } from '../../src/backup/index.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { exportHeads } from '../../src/domain/audit/export.ts';
import { sealLog } from '../../src/domain/audit/seal-log.ts';
import { readLogin, setLogin } from '../../src/domain/logins/logins.ts';
import { projectStream } from '../../src/domain/projects/events.ts';
import { findSigner } from '../../src/domain/projects/projects.ts';
import { findReset, setReset } from '../../src/domain/resets/resets.ts';
import { createEndpoint, rotateSecret } from '../../src/domain/webhooks/manage.ts';
import { createLogger } from '../../src/log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import { wholeObjects } from '../../src/media/objects.ts';
import { putText } from '../../src/media/text.ts';
import { createSecrets, keyIdOf } from '../../src/secrets.ts';
import { listKeys, resealWithNewest, retireKey, rotateKeys } from '../../src/start/commands/keys.ts';
import { masterKeys, parseKeys } from '../../src/start/data/master-keys.ts';
import { freshCommand, openProject, openUser, type TestServices, testServices } from '../support/services.ts';

const log = createLogger('silent', 'test');
const nobody = () => undefined;
const first = randomBytes(32);
const oldId = keyIdOf(first);
let running: TestServices;
let dataDir: string;
let config: Config;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-keys-'));
  await writeFile(join(dataDir, 'secret.key'), `${first.toString('hex')}\n`);
  // As a process that has been running for a while.
  running = await testServices(undefined, createSecrets(await masterKeys(null, dataDir, log)));
  config = readConfig({ SHOWREEL_DATA_DIR: dataDir, DATABASE_URL: running.database.url });
});
afterEach(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const keyFile = async () => (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim();

/** Every kind of secret that is stored, and the key of a user: seven texts in all. */
async function storeSecrets() {
  const userId = await openUser(running);
  const projectId = await openProject(running, userId);
  const ref = { projectId, userId };
  const cookies = [{ name: 'session', value: 'of a member', path: '/' }];
  await setLogin(running, freshCommand(), { ...ref, login: { cookies, script: null, maskSelectors: [] } });
  await setReset(running, freshCommand(), { ...ref, url: 'https://example.com/reset', method: 'POST' });
  const wish = { url: 'https://example.com/hook', description: null, events: null };
  const { endpointId } = await createEndpoint(running, freshCommand(), { userId, ...wish });
  await rotateSecret(running, freshCommand(), { userId, endpointId });
  await running.sql`
    insert into idempotency_keys (user_id, operation, key, input_hash, command_id, status, sealed_body, claimed_at, expires_at)
    values (${userId}, 'op', 'key', 'hash', 'cmd', 200, ${running.secrets.seal('"an answer"')}, now(), now() + interval '1 day')`;
  return {
    endpointId,
    /** All of them in clear. */
    async read() {
      const { sql, secrets } = running;
      const [endpoint] = await sql<{ secret: string; previous: string; updated: Date }[]>`
        select sealed_secret as secret, previous_sealed_secret as previous, updated_at as updated from webhook_endpoints`;
      const [answer] = await sql<{ body: string }[]>`select sealed_body as body from idempotency_keys`;
      return {
        signer: await findSigner(running, projectId),
        login: await readLogin(running, projectId),
        reset: await findReset(running, projectId),
        endpoint: [secrets.open(endpoint!.secret), secrets.open(endpoint!.previous), endpoint!.updated],
        answer: secrets.open(answer!.body),
        event: (await running.store.readStream(projectStream(projectId)))[0]!.data,
      };
    },
  };
}

describe('a new key', () => {
  test('seals everything anew, leaves every secret as it was, and the old one can go', async () => {
    const media = folderStorage(join(dataDir, 'media'));
    const stored = await storeSecrets();
    await exportHeads(running, freshCommand(), (key, text) => putText(media, key, text));
    await sealLog(running, wholeObjects(media));
    const before = await stored.read();
    expect(before.event).toMatchObject({ name: 'Example', url: 'https://example.com/' });

    const after = await rotateKeys(config, 'ada', log, nobody);
    expect(after).toEqual({
      keys: [
        { id: expect.not.stringContaining(oldId), seals: true, texts: 7 },
        { id: oldId, seals: false, texts: 0 },
      ],
      retired: 0,
      lost: 0,
    });
    expect(await stored.read()).toEqual(before);
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);

    expect(await retireKey(config, oldId, log)).toBeNull();
    expect(await keyFile()).not.toContain(first.toString('hex'));
    expect(await listKeys(config, log)).toMatchObject({ keys: [{ texts: 7 }], retired: 1, lost: 0 });
    // What verifies the seals of the old key opens nothing, and a process that starts now needs nothing else.
    const restarted = { ...running, secrets: createSecrets(await masterKeys(null, dataDir, log)) };
    const sealedBefore = createSecrets([first]).seal('x');
    expect(() => restarted.secrets.open(sealedBefore)).toThrow('no configured key opens');
    expect(restarted.secrets.verify('sessions', 'x', createSecrets([first]).sign('sessions', 'x'))).toBe(
      false,
    );
    running = restarted;
    expect(await stored.read()).toEqual(before);
    expect(await prove(restarted, media)).toMatchObject({ findings: [], differing: [] });
    await sealLog(restarted, wholeObjects(media));
    expect(await prove(restarted, media)).toMatchObject({ findings: [], differing: [] });
  });

  test('that was interrupted while it sealed is gone on with, and no other is made until then', async () => {
    const stored = await storeSecrets();
    const before = await stored.read();
    const crash = (rows: number) => {
      if (rows === 2) throw new Error('the process died');
    };
    await expect(rotateKeys(config, 'ada', log, crash)).rejects.toThrow('the process died');
    const keys = await keyFile();
    const half = await listKeys(config, log);
    expect(half.keys.map(({ texts }) => texts > 0)).toEqual([true, true]);
    expect(await stored.read()).toEqual(before);
    await expect(rotateKeys(config, 'ada', log, nobody)).rejects.toThrow(
      'texts are still sealed with an older key',
    );
    await expect(retireKey(config, oldId, log)).rejects.toThrow(`texts are still sealed with key ${oldId}`);

    const done = await resealWithNewest(config, 'ada', log, nobody);
    expect(done.keys.map(({ texts }) => texts)).toEqual([7, 0]);
    expect(await keyFile()).toBe(keys);
    expect(await stored.read()).toEqual(before);
    let again = 0;
    await resealWithNewest(config, 'ada', log, () => void again++);
    expect(again).toBe(0);
  });

  test('is used by a running process without a restart', async () => {
    const { secrets } = running;
    expect(secrets.sealingKey()).toBe(oldId);
    const { keys } = await rotateKeys(config, 'ada', log, nobody);
    // What others seal and sign with it counts at once, and soon it is used here too.
    const other = createSecrets(await masterKeys(null, dataDir, log));
    expect(secrets.open(other.seal('by another process'))).toBe('by another process');
    expect(secrets.verify('ticket', 'text', other.sign('ticket', 'text'))).toBe(true);
    await vi.waitFor(() => expect(secrets.sealingKey()).toBe(keys[0]!.id), 60_000);
    await writeFile(join(dataDir, 'secret.key'), 'half of it');
    expect(() => secrets.open('v1.00000000.a.b.c')).toThrow('no configured key opens');
    expect(secrets.open(other.seal('still'))).toBe('still');
  });

  test('of a setting is put there by hand, and only then sealed with', async () => {
    await storeSecrets();
    const fresh = randomBytes(32);
    const given = { ...config, secretKeys: first.toString('hex') };
    await expect(rotateKeys(given, 'ada', log, nobody)).rejects.toThrow(
      /SHOWREEL_SECRET_KEYS.*[0-9a-f]{64}.*keys reseal/,
    );
    const both = { ...config, secretKeys: `${fresh.toString('hex')},${first.toString('base64')}` };
    expect((await resealWithNewest(both, 'ada', log, nobody)).keys.map(({ texts }) => texts)).toEqual([7, 0]);
    await expect(retireKey(both, keyIdOf(fresh), log)).rejects.toThrow('seals');
    await expect(retireKey(both, '00000000', log)).rejects.toThrow('There is no key 00000000');
    const setting = (await retireKey(both, oldId, log))!;
    const left = createSecrets(() => parseKeys(setting, 'the setting'));
    expect(left.verify('log-seal', 'x', createSecrets([first]).sign('log-seal', 'x'))).toBe(true);
    expect(left.verify('sessions', 'x', createSecrets([first]).sign('sessions', 'x'))).toBe(false);
    const [whole, rest] = setting.split(',');
    expect(() => parseKeys(rest!, 'the setting')).toThrow('the setting: key 1 seals');
    expect(() => parseKeys(`${whole},audit:abc`, 'the setting')).toThrow('the setting: key 2 is not what');
  });
});

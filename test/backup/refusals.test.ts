import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp, restore, unfinishedRestore } from '../../src/backup/index.ts';
import { folderStorage } from '../../src/media/folder.ts';
import { putText } from '../../src/media/text.ts';
import { openUser, type TestServices, testServices } from '../support/services.ts';
import { type EmptyPlace, emptyPlace, restoreTo } from './places.ts';

const passphrase = 'a horse, a battery and a staple';
let services: TestServices;
let folder: string;
let place: EmptyPlace;
let kept: Parameters<typeof backUp>[0];
const archive = () => join(folder, 'backup.tar');
const later = () => join(folder, 'later.tar');
const sealed = () => join(folder, 'backup.age');
beforeAll(async () => {
  services = await testServices();
  folder = await mkdtemp(join(tmpdir(), 'showreel-backup-'));
  const media = folderStorage(join(folder, 'media'));
  await openUser(services, { credits: 3 });
  // More than one part, so that the file is cut in the archive.
  await putText(media, 'demos/demo_1/v1/long.txt', 'a line of it\n'.repeat(700_000));
  const { sql, database } = services;
  kept = { database: { sql, url: database.url }, media, keys: 'key\n', credentials: null, version: '1.2.3' };
  await backUp(kept, archive(), {});
  await backUp(kept, later(), {});
  await backUp(kept, sealed(), { passphrase, workFactor: 10 });
});
beforeEach(async () => {
  place = await emptyPlace();
  return () => place.remove();
});
afterAll(async () => {
  await services.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a refusal leaves behind: nothing. */
function expectUntouched(): void {
  expect(existsSync(place.dataDir)).toBe(false);
  expect(place.opened()).toBe(0);
}

async function changed(from: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = join(folder, 'changed');
  await writeFile(path, change(await readFile(from)));
  return path;
}

const flip = (at: number) => (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1;
  return copy;
};

describe('an archive', () => {
  const damages: [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['that is empty', () => Buffer.alloc(0), /its end is missing|Unexpected end/],
    ['that was cut off in a member', (all) => all.subarray(0, all.length / 2), /Unexpected end/],
    ['that lacks its last member', (all) => all.subarray(0, all.length - 2048), /its end is missing/],
    [
      'with one other bit in a film',
      (all) => flip(all.indexOf('a line of it') + 5_000_000)(all),
      /long\.txt was changed/,
    ],
    [
      'with one other bit in its manifest',
      (all) => flip(all.indexOf('"service": "1.2.3"') + 13)(all),
      /its manifest was changed/,
    ],
    [
      'with one other bit in the header of a member',
      (all) => flip(all.indexOf('keys/secret.key'))(all),
      /not whole, or was changed/,
    ],
    ['that is something else', () => Buffer.from('no archive '.repeat(200)), /not whole, or was changed/],
  ];
  test.each(damages)('%s is refused, and nothing is touched', async (_, change, sentence) => {
    const path = await changed(archive(), change);
    await expect(restoreTo(place, path, services)).rejects.toThrow(sentence);
    expectUntouched();
  });

  test('with a passphrase shows nothing without it, and is refused with another one or cut off', async () => {
    expect((await readFile(sealed())).includes('long.txt')).toBe(false);
    await expect(restoreTo(place, sealed(), services)).rejects.toThrow(/is encrypted\. Give its passphrase/);
    await expect(restoreTo(place, sealed(), services, 'another passphrase')).rejects.toThrow(
      /its passphrase is another one/,
    );
    const cutOff = await changed(sealed(), (all) => all.subarray(0, all.length - 70_000));
    await expect(restoreTo(place, cutOff, services, passphrase)).rejects.toThrow(/not whole, or was changed/);
    expectUntouched();
    expect(await restoreTo(place, sealed(), services, passphrase)).toMatchObject({
      findings: [],
      differing: [],
    });
    expect(place.opened()).toBe(1);
  });

  test('does not replace a file, and leaves none behind where it cannot be written', async () => {
    await expect(backUp(kept, archive(), {})).rejects.toThrow('is there already');
    const broken = {
      ...kept,
      media: {
        ...kept.media,
        read: () => {
          throw new Error('the disk is gone');
        },
      },
    };
    const path = join(folder, 'broken.tar');
    await writeFile(`${path}.partial`, 'of an attempt that was killed', { mode: 0o666 });
    await expect(backUp(broken, path, {})).rejects.toThrow('the disk is gone');
    expect([existsSync(path), existsSync(`${path}.partial`)]).toEqual([false, false]);
  });
});

describe('a place', () => {
  test('whose database, media or keys are there already is refused', async () => {
    await place.sql`create table somebody_elses (id int)`;
    await expect(restoreTo(place, archive(), services)).rejects.toThrow('The database is not empty');
    expect(existsSync(place.dataDir)).toBe(false);
    await putText(place.media, 'demos/demo_2/v1/a.txt', 'there');
    await expect(restoreTo(place, archive(), services)).rejects.toThrow(
      'holds demos/demo_2/v1/a.txt already',
    );
    await writeFile(join(place.dataDir, 'secret.key'), 'there');
    await expect(restoreTo(place, archive(), services)).rejects.toThrow('secret.key is there already');
    expect(await readFile(join(place.dataDir, 'secret.key'), 'utf8')).toBe('there');
  });

  test('whose setting has other keys than the archive is refused', async () => {
    const other = { ...place, configuredKeys: ['another'] };
    await expect(restore(other, archive(), null, async () => null)).rejects.toThrow(
      'SHOWREEL_SECRET_KEYS lacks key 1 of the 1',
    );
    expectUntouched();
  });
});

describe('a restore that is interrupted', () => {
  test('does not go on in a database that somebody has worked with meanwhile', async () => {
    const away = { ...place, openDatabase: () => Promise.reject(new Error('the server is away')) };
    await expect(restore(away, archive(), null, async () => null)).rejects.toThrow('the server is away');
    expect(await unfinishedRestore(place.dataDir)).not.toBeNull();
    const { url } = services.database;
    const other = { ...place, openDatabase: async () => ({ url, stop: () => Promise.resolve() }) };
    const before = await services.sql`select * from accounts`;
    await expect(restore(other, archive(), null, async () => null)).rejects.toThrow(
      'The database is not empty',
    );
    expect([...(await services.sql`select * from accounts`)]).toEqual([...before]);
    expect(await restoreTo(place, archive(), services)).toMatchObject({ findings: [], differing: [] });
  });

  test.each(['while media are put back', 'when the rows are in'])(
    '%s goes on with the same archive, and with no other',
    async (when) => {
      const crash = () => Promise.reject(new Error('interrupted'));
      const first =
        when === 'when the rows are in'
          ? restore(place, archive(), null, crash)
          : restore(
              { ...place, media: { ...place.media, putFile: crash } },
              archive(),
              null,
              async () => null,
            );
      await expect(first).rejects.toThrow('interrupted');
      expect(await unfinishedRestore(place.dataDir)).not.toBeNull();

      await expect(restoreTo(place, later(), services)).rejects.toThrow('Another archive is half restored');
      expect(await restoreTo(place, archive(), services)).toMatchObject({ findings: [], differing: [] });
      expect(await unfinishedRestore(place.dataDir)).toBeNull();
      const [row] = await place.sql`select balance from credit_accounts`;
      expect(row).toEqual({ balance: 3 });
      const file = await open(join(place.dataDir, 'secret.key'));
      expect((await file.stat()).mode & 0o777).toBe(0o600);
      await file.close();
    },
  );
});

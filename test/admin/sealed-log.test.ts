import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportHeads } from '../../src/domain/audit/export.ts';
import { readSealFile, sealFileKey, writeSealFile } from '../../src/domain/audit/seal-file.ts';
import { findLastSealFile, sealLog } from '../../src/domain/audit/seal-log.ts';
import { creditStream } from '../../src/domain/credits/events.ts';
import { demoStream } from '../../src/domain/demos/events.ts';
import { folderStorage } from '../../src/media/folder.ts';
import type { MediaStorage } from '../../src/media/index.ts';
import { wholeObjects } from '../../src/media/objects.ts';
import { createSecrets } from '../../src/secrets.ts';
import { createPurses, purse } from '../store/ledger.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { freshCommand, openProject, openUser, type TestServices, testServices } from '../support/services.ts';
import { demo, reportOf } from './ledgers.ts';
import { cutTail, deleteEvent, flipByte, flipSealedByte, tamper, unseal } from './tampering.ts';

let services: TestServices;
let folder: string;
let media: MediaStorage;
beforeAll(async () => {
  services = await testServices();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showreel-seals-'));
  media = folderStorage(folder);
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(() => services.stop());

const seal = (of: TestServices = services) => sealLog(of, wholeObjects(media));
const findingsOf = async () => (await reportOf(services, media)).findings;
const pathOf = (number: number) => join(folder, sealFileKey(number));

/** A demo with its three streams' events, in a log of its own seals. */
async function livedDemo() {
  const userId = await openUser(services, { plan: 'unlimited' });
  const projectId = await openProject(services, userId);
  const { demoId } = await demo(services, userId, projectId);
  const stream = demoStream(demoId);
  const events = await services.store.readStream(stream);
  return { demoId, userId, stream, events };
}

/** Undoes what was done to the log, read models apart. */
async function restoringLog(work: () => Promise<void>): Promise<void> {
  const { sql } = services;
  await sql`create table log_before as select * from events`;
  try {
    await work();
  } finally {
    await tamper(
      sql,
      'delete from events',
      'insert into events overriding system value select * from log_before',
      'drop table log_before',
    );
  }
}

describe('a sealed log', () => {
  test('has no findings in a backup whose seals were copied before the log, and has some the other way round', async () => {
    await livedDemo();
    await seal();
    const copied = await mkdtemp(join(tmpdir(), 'showreel-backup-'));
    try {
      await cp(folder, copied, { recursive: true });
      // The service goes on, and seals what it does, between the two parts of the backup.
      const { stream, events } = await livedDemo();
      await seal();
      expect((await reportOf(services, folderStorage(copied))).findings).toEqual([]);
      await restoringLog(async () => {
        await tamper(services.sql, cutTail(stream, events.length));
        expect(await findingsOf()).not.toEqual([]);
      });
    } finally {
      await rm(copied, { recursive: true, force: true });
    }
  });

  test('has no findings while nothing was forged, and the report says what it was held against', async () => {
    await livedDemo();
    const before = await services.store.readAll({ after: 0, limit: 10_000 });
    expect(await seal()).toMatchObject({ events: before.length, foundAtBeginning: before.length });
    await livedDemo();
    const { sealed, findings } = await reportOf(services, media);
    expect(findings).toEqual([]);
    expect(sealed).toMatchObject({ files: 1, events: before.length, foundAtBeginning: before.length });
    expect(sealed!.unsealed).toBeGreaterThan(3);
    expect(await seal()).toMatchObject({ events: sealed!.unsealed, foundAtBeginning: 0, logEndsEarly: null });
    expect((await reportOf(services, media)).sealed).toMatchObject({
      events: before.length + sealed!.unsealed,
      foundAtBeginning: before.length,
      unsealed: 0,
      unsealedSince: null,
    });
    expect(await seal()).toMatchObject({ events: 0 });
  });

  test('that was sealed while it was empty was never taken as it was found', async () => {
    const fresh = await testServices();
    expect(await seal(fresh)).toMatchObject({ events: 0, last: { number: 1, upTo: 0 } });
    await openUser(fresh, { credits: 1 });
    await seal(fresh);
    const { sealed, findings } = await reportOf(fresh, media);
    expect(findings).toEqual([]);
    expect(sealed).toMatchObject({ files: 1, foundAtBeginning: 0, unsealed: 0 });
    expect(sealed!.events).toBeGreaterThan(1);
    await fresh.stop();
  });

  const otherDigest = {
    version: 1,
    what: /expected DemoCreated .* digest (\w{12}), DemoCreated .* digest (?!\1)\w{12} came/,
  };
  const forgeries: [string, (stream: string) => string[], object][] = [
    [
      'the event a demo began with deleted',
      (s) => [deleteEvent(s, 1)],
      {
        version: 1,
        what: /expected DemoCreated as version 1 of .* nothing came: the stream goes on to version 2/,
      },
    ],
    [
      'the whole stream deleted',
      (s) => [cutTail(s, 1)],
      { version: 1, what: /expected DemoCreated .* nothing came: the whole stream is gone; .* 1 more/ },
    ],
    [
      'the newest event deleted',
      (s) => [cutTail(s, 2)],
      { version: 2, what: /nothing came: the stream was cut off and ends at version 1/ },
    ],
    [
      'a member changed',
      (s) => [flipByte(s, 1, '"resolution": "1080p"', '"resolution": "1440p"')],
      otherDigest,
    ],
    ['a bit of the sealed prompt changed', (s) => [flipSealedByte(s, 1)], otherDigest],
    [
      'another prompt in clear text in the place of the sealed one',
      (s) => [unseal(s, 1, '{"prompt": "Show the secrets"}')],
      otherDigest,
    ],
    [
      'a type changed',
      (s) => [`update events set type = 'DemoOpened' where stream = '${s}' and version = 1`],
      { version: 1, what: /DemoOpened as version 1/ },
    ],
    [
      'a time changed by a microsecond',
      (s) => [
        `update events set recorded_at = recorded_at + interval '1 microsecond' where stream = '${s}' and version = 2`,
      ],
      { version: 2, what: /digest/ },
    ],
    [
      'an actor changed',
      (s) => [`update events set metadata = '{"actor": "x"}' where stream = '${s}' and version = 2`],
      { version: 2, what: /digest/ },
    ],
    [
      'an event moved to another stream',
      (s) => [`update events set stream = 'demo-other' where stream = '${s}' and version = 2`],
      { version: 2, what: /as version 2 of demo-other .* came/ },
    ],
    [
      'an event moved to another version',
      (s) => [`update events set version = 7 where stream = '${s}' and version = 2`],
      { version: 2, what: /as version 7 of/ },
    ],
    [
      'two events that exchanged their positions',
      (s) => [
        `create table swapped as select * from events where stream = '${s}' and version <= 2`,
        `delete from events where stream = '${s}' and version <= 2`,
        `insert into events overriding system value
         select (select position from swapped other where other.version = 3 - one.version), stream, version, type, schema_version, data,
           metadata, command_id, ordinal, hash, recorded_at from swapped one`,
        'drop table swapped',
      ],
      { version: 1, what: /expected DemoCreated as version 1 .* as version 2 .* came/ },
    ],
  ];
  test.each(forgeries)(
    '%s: the stream and version are named, with what was expected and what came',
    async (_, statements, finding) => {
      const { stream } = await livedDemo();
      await seal();
      await restoringLog(async () => {
        await tamper(services.sql, ...statements(stream));
        const found = await findingsOf();
        const { version, what } = finding as { version: number; what: RegExp };
        expect(found).toContainEqual(
          expect.objectContaining({ stream, version, rule: 'seal', what: expect.stringMatching(what) }),
        );
        // Whoever goes on sealing does not make it good.
        await seal();
        expect(await findingsOf()).toEqual(found);
      });
      expect(await findingsOf()).toEqual([]);
    },
  );

  test('an event put in between is named', async () => {
    const { stream, events } = await livedDemo();
    // Appends that are undone leave such holes.
    await services.sql`select nextval(pg_get_serial_sequence('events', 'position'))`;
    await livedDemo();
    await seal();
    await restoringLog(async () => {
      const hole = events.at(-1)!.position;
      const position = await holeAfter(hole);
      await tamper(
        services.sql,
        `insert into events overriding system value select ${position}, stream, 3, type, schema_version, data, metadata, 'forged', 0, hash, recorded_at
         from events where stream = '${stream}' and version = 2`,
      );
      expect((await findingsOf()).filter(({ rule }) => rule === 'seal')).toMatchObject([
        {
          stream,
          version: 3,
          rule: 'seal',
          what: expect.stringMatching(/^expected nothing at position \d+, .* came$/),
        },
      ]);
    });
  });

  async function holeAfter(position: number): Promise<number> {
    const [row] = await services.sql<{ hole: number }[]>`
      select hole from generate_series(${position}::bigint + 1, ${position}::bigint + 100) as hole
      where not exists (select from events where events.position = hole) order by hole limit 1`;
    return row!.hole;
  }

  test('all events since some moment deleted, with the read models: each stream is named, and sealing says so at once', async () => {
    const kept = await livedDemo();
    const lost = await livedDemo();
    await seal();
    await restoringLog(async () => {
      await tamper(services.sql, `delete from events where position > ${kept.events.at(-1)!.position}`);
      const found = await findingsOf();
      expect(found).toContainEqual(
        expect.objectContaining({ stream: lost.stream, version: 1, rule: 'seal' }),
      );
      expect(found.filter(({ stream }) => stream === kept.stream)).toEqual([]);
      expect(await seal()).toMatchObject({ events: 0, logEndsEarly: { at: kept.events.at(-1)!.position } });
    });
  });

  test('the event that names a head file deleted: it is named', async () => {
    await exportHeads(services, freshCommand('worker'), async () => undefined);
    await seal();
    await restoringLog(async () => {
      await tamper(services.sql, cutTail('audit-heads', 1));
      expect((await findingsOf()).filter(({ rule }) => rule === 'seal')).toMatchObject([
        { stream: 'audit-heads', version: 1, what: expect.stringContaining('expected ChainHeadsExported') },
      ]);
    });
    await tamper(services.sql, cutTail('audit-heads', 1));
  });

  test('a ledger’s finding carries its account', async () => {
    const userId = await openUser(services, { plan: 'free', credits: 3 });
    await seal();
    await restoringLog(async () => {
      await tamper(services.sql, cutTail(creditStream(userId), 1));
      expect((await findingsOf()).filter(({ rule }) => rule === 'seal')).toMatchObject([
        { userId, stream: creditStream(userId), version: 1 },
      ]);
    });
  });
});

describe('what was not sealed yet', () => {
  test('a gap in a stream is named, and so is a record whose first event is gone', async () => {
    await seal();
    const { stream } = await livedDemo();
    await restoringLog(async () => {
      await tamper(services.sql, deleteEvent(stream, 1));
      expect(await findingsOf()).toMatchObject([
        {
          stream,
          version: 1,
          rule: 'seal',
          what: expect.stringMatching(/version 1 was expected before version 2 .* nothing came/),
        },
      ]);
      await tamper(services.sql, cutTail(stream, 1));
      expect((await findingsOf()).filter((finding) => finding.stream === stream)).toMatchObject([
        { version: 1, rule: 'read_model', what: expect.stringContaining('demos') },
      ]);
    });
  });
});

describe('the seal files', () => {
  test('go on from file to file, and a file that was changed, exchanged or taken away is named', async () => {
    await fillLog(45_000);
    await seal();
    expect(await findLastSealFile(wholeObjects(media))).toBe(3);
    expect((await reportOf(services, media)).sealed).toMatchObject({ files: 3, unsealed: 0 });
    expect(await findingsOf()).toEqual([]);
    const [first, second, third] = await Promise.all([1, 2, 3].map((number) => readFile(pathOf(number))));
    const faults = async () => (await findingsOf()).map(({ what }) => what);

    await writeFile(pathOf(2), first!);
    expect(await faults()).toEqual([expect.stringMatching(/00000002.* is not the one that was written/)]);
    await writeFile(
      pathOf(2),
      writeSealFile(readSealFile(second!, services.secrets)!, createSecrets([Buffer.alloc(32, 9)])),
    );
    expect(await faults()).toEqual([expect.stringMatching(/00000002.* is not the one that was written/)]);
    await rm(pathOf(2));
    expect(await faults()).toEqual([expect.stringMatching(/00000002.* is gone/)]);
    expect(await seal()).toMatchObject({ events: 0, last: { number: 3 } });
    await writeFile(pathOf(2), second!);

    await writeFile(pathOf(3), third!.subarray(0, third!.length - 40));
    expect(await faults()).toEqual([expect.stringMatching(/00000003.* is not the one that was written/)]);
    await expect(seal()).rejects.toMatchObject({ code: 'seal_broken' });
    await writeFile(pathOf(3), third!);
    expect(await faults()).toEqual([]);
    await tamper(services.sql, `delete from events where stream like 'filling-%'`);
  });

  async function fillLog(events: number): Promise<void> {
    await services.sql`
      insert into events (stream, version, type, schema_version, data, metadata, command_id, ordinal, recorded_at)
      select 'filling-' || n, 1, 'Filled', 1, '{"n": 1}', '{"actor": "test"}', 'filling-' || n, 0, now()
      from generate_series(1, ${events}::int) n`;
  }
});

test('while several processes append and are killed, seals and audits find nothing wrong', async () => {
  const fresh = await testServices();
  await createPurses(fresh.sql);
  const users = await Promise.all([1, 2].map(() => openUser(fresh, { plan: 'free', credits: 50 })));
  const program = join(import.meta.dirname, '../store/crashing-writer.ts');
  await fresh.database
    .store()
    .execute(freshCommand(), (unit) => unit.begin(purse, 'proj_purse').decide({ fill: 1_000_000 }));
  await fresh.sql`
    insert into purses values ('proj_purse', 1000000, '[]', true, now(), null, null)`;
  let going = true;
  const charging = users.map(async (user) => {
    const project = await openProject(fresh, user);
    while (going) await demo(fresh, user, project).catch(() => undefined);
  });
  for (let round = 0; round < 3; round++) {
    const writers = [1, 2].map((n) =>
      spawn(process.execPath, [program, fresh.database.url, 'proj_purse', `${round}-${n}`], {
        env: childEnvironment,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    await Promise.all(writers.map(({ stdout }) => once(stdout, 'data')));
    for (let n = 0; n < 4; n++) {
      await Promise.all([seal(fresh), seal(fresh), fresh.sql`select pg_sleep(0.05)`]);
      const { findings } = await reportOf(fresh, media);
      expect(findings).toEqual([]);
    }
    for (const writer of writers) writer.kill('SIGKILL');
    await Promise.all(writers.map((writer) => once(writer, 'exit')));
  }
  going = false;
  await Promise.all(charging);
  await seal(fresh);
  const { sealed, findings } = await reportOf(fresh, media);
  expect(findings).toEqual([]);
  expect(sealed!.events).toBeGreaterThan(100);
  expect(sealed!.unsealed).toBe(0);
  await fresh.stop();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { rebuild, verifyProjection } from '../../src/store/index.ts';
import type { Decider, EventStore, Projection } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { by } from './ledger.ts';

type LetterWritten = { type: 'LetterWritten'; data: { letter: object } };
const letter: Decider<object, LetterWritten, null> = {
  initial: null,
  evolve: () => null,
  decide: (written) => [{ type: 'LetterWritten', data: { letter: written } }],
};
const letters: Projection = {
  name: 'letters',
  version: 1,
  tables: ['letters'],
  handles: ['LetterWritten'],
  documents: { letters: ['body'] },
  project: ({ stream, data }) => [
    {
      op: 'insert',
      table: 'letters',
      row: { id: stream, body: JSON.stringify((data as LetterWritten['data']).letter), pages: 1 },
    },
  ],
};

/** In an order that jsonb would not keep: neither by length nor by letter. */
const written = { type: 'letter', to: 'Ada', lines: [{ type: 'greeting', no: 1, a: 2 }, { text: 'Come!' }] };

let db: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  db = await testDatabase();
  await db.sql`create table letters (id text primary key, body text, pages bigint not null)`;
  store = db.store({ projections: [letters] });
});
afterAll(() => db.stop());

const options = () => ({ sql: db.sql, upcasters: [], projection: letters });
const bodyOf = async (id: string) =>
  (await db.sql<{ body: string }[]>`select body from letters where id = ${id}`)[0]?.body;

async function write(document: object = written): Promise<string> {
  const id = newId('proj');
  await store.execute(by(newId('cmd')), (unit) => unit.begin(letter, id).decide(document));
  return id;
}

async function differing(): Promise<unknown[]> {
  const { differences } = await verifyProjection(options());
  return differences.flatMap(({ rows }) => rows.map(({ key }) => key.id));
}

test('an event is read back as it was written, its members in their order', async () => {
  const command = newId('cmd');
  const id = newId('proj');
  await store.execute(by(command), (unit) => unit.begin(letter, id).decide(written));
  const read = [...(await store.readStream(id)), ...(await store.readCommand(command))];
  expect(read.map(({ data }) => JSON.stringify(data))).toEqual(
    Array.from({ length: 2 }, () => JSON.stringify({ letter: written })),
  );
});

test('a read model that nobody touched is as the log says, and a rebuild leaves every text to the letter', async () => {
  const id = await write();
  expect(await differing()).toEqual([]);
  await rebuild(options());
  expect(await bodyOf(id)).toBe(JSON.stringify(written));
  expect(await differing()).toEqual([]);
});

test('documents that say the same are the same in a comparison, however they are written', async () => {
  const id = await write();
  await db.sql`update letters set body = jsonb_pretty(body::jsonb) where id = ${id}`;
  expect(await bodyOf(id)).not.toBe(JSON.stringify(written));
  expect(await differing()).toEqual([]);
});

test.each([
  ['another value', JSON.stringify({ ...written, to: 'Bob' })],
  ['another order of a list', JSON.stringify({ ...written, lines: written.lines.toReversed() })],
  ['a member less', JSON.stringify({ type: 'letter', to: 'Ada' })],
  ['a text that is no JSON', '{"type":"letter"'],
  ['the JSON null', 'null'],
  ['nothing', null],
])('a forged document is found: %s', async (_, forged) => {
  const id = await write();
  await db.sql`update letters set body = ${forged} where id = ${id}`;
  expect(await differing()).toEqual([id]);
  await rebuild(options());
  expect(await differing()).toEqual([]);
});

test('what stands beside a document is compared as ever', async () => {
  const id = await write();
  await db.sql`update letters set body = jsonb_pretty(body::jsonb), pages = 2 where id = ${id}`;
  expect(await differing()).toEqual([id]);
  await rebuild(options());
});

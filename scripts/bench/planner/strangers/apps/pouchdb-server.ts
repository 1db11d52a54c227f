import { join } from 'node:path';
import { getJson, send } from '../api.ts';
import { type Running, stranger } from '../stranger.ts';

/** Documents by database. */
type Databases = Record<string, Record<string, unknown>[]>;

async function state({ origin }: Running): Promise<Databases> {
  const names = await getJson<string[]>(`${origin}/_all_dbs`);
  const all = await Promise.all(
    names
      .filter((name) => !name.startsWith('_'))
      .map(async (name) => {
        const { rows } = await getJson<{ rows: { doc: Record<string, unknown> }[] }>(
          `${origin}/${encodeURIComponent(name)}/_all_docs?include_docs=true`,
        );
        return [name, rows.map(({ doc }) => doc)] as const;
      }),
  );
  return Object.fromEntries(all.sort());
}

export const pouchdbServer = stranger<Databases>({
  app: 'pouchdb-server',
  package: 'pouchdb-server',
  version: '4.2.0',
  start: async ({ modules, port }) => ({
    command: [
      process.execPath,
      join(modules, 'pouchdb-server/bin/pouchdb-server'),
      '--in-memory',
      '--no-stdout-logs',
      '--port',
      `${port}`,
      '--host',
      '127.0.0.1',
    ],
    path: '_utils/',
  }),
  async seed({ origin }) {
    for (const name of ['customers', 'orders', 'old_leads']) await send('PUT', `${origin}/${name}`, {});
    await send('PUT', `${origin}/customers/anna`, { name: 'Anna Berg', city: 'Bergen' });
    await send('PUT', `${origin}/customers/tomas`, { name: 'Tomas Vale', city: 'Porto' });
    await send('PUT', `${origin}/orders/1001`, { customer: 'anna', total: 48 });
  },
  state,
  tasks: [
    {
      id: 'create-database',
      instruction: 'Create a database named "suppliers"',
      isDone: (all) => 'suppliers' in all,
      solve: ({ origin }) => send('PUT', `${origin}/suppliers`, {}),
    },
    {
      id: 'create-document',
      instruction: 'Open the database "orders" and create a new document in it',
      isDone: ({ orders }) => orders?.length === 2,
      solve: ({ origin }) => send('POST', `${origin}/orders`, { customer: 'tomas' }),
    },
    {
      id: 'change-document',
      instruction:
        'In the database "customers", open the document "anna" and change the city from "Bergen" to "Oslo"',
      isDone: ({ customers }) =>
        customers?.some(({ _id, name, city }) => _id === 'anna' && name === 'Anna Berg' && city === 'Oslo') ??
        false,
      async solve({ origin }) {
        const anna = await getJson<object>(`${origin}/customers/anna`);
        await send('PUT', `${origin}/customers/anna`, { ...anna, city: 'Oslo' });
      },
    },
  ],
});

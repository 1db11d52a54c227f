import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getJson, send } from '../api.ts';
import { type Place, type Running, stranger } from '../stranger.ts';

interface Entity {
  name: string;
  shortid: string;
  content?: string;
  recipe?: string;
  engine?: string;
  folder?: string | null;
}

type Studio = Record<'templates' | 'folders' | 'data' | 'assets' | 'scripts', Entity[]>;
const kinds = ['templates', 'folders', 'data', 'assets', 'scripts'] as const;

async function state({ origin }: Running): Promise<Studio> {
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const { value } = await getJson<{ value: (Entity & { folder?: { shortid: string } | null })[] }>(
        `${origin}/odata/${kind}`,
      );
      const short = value.map(({ name, shortid, content, recipe, engine, folder, ...rest }) => ({
        name,
        shortid,
        content: content ?? ((rest as Record<string, unknown>).dataJson as string | undefined),
        recipe,
        engine,
        folder: folder?.shortid ?? null,
      }));
      return [kind, short] as const;
    }),
  );
  return Object.fromEntries(lists) as Studio;
}

const add = ({ origin }: Running, kind: string, entity: object) =>
  send('POST', `${origin}/odata/${kind}`, entity);

async function change({ origin }: Running, shortid: string, to: object): Promise<unknown> {
  const { value } = await getJson<{ value: { _id: string }[] }>(
    `${origin}/odata/templates?$filter=${encodeURIComponent(`shortid eq '${shortid}'`)}`,
  );
  return send('PATCH', `${origin}/odata/templates(${value[0]?._id})`, to);
}

const options = ({ modules, folder, port }: Place) => ({
  httpPort: port,
  rootDirectory: dirname(modules),
  loadConfig: false,
  tempDirectory: join(folder, 'temp'),
  trustUserCode: true,
  extensions: { 'chrome-pdf': { enabled: false }, 'sample-template': { createSamples: false } },
});

export const jsreport = stranger<Studio>({
  app: 'jsreport',
  package: 'jsreport',
  version: '4.14.2',
  async start(place) {
    const { modules, folder } = place;
    const program = `require(${JSON.stringify(join(modules, 'jsreport'))})(${JSON.stringify(options(place))}).init();`;
    await writeFile(join(folder, 'server.cjs'), program);
    return { command: [process.execPath, join(folder, 'server.cjs')] };
  },
  async seed(running) {
    await add(running, 'folders', { name: 'Letters', shortid: 'letters' });
    await add(running, 'templates', {
      name: 'Invoice',
      shortid: 'invoice',
      recipe: 'html',
      engine: 'handlebars',
      content: '<h1>Invoice</h1>',
    });
    await add(running, 'templates', {
      name: 'Welcome letter',
      shortid: 'welcome',
      recipe: 'html',
      engine: 'handlebars',
      content: '<p>Dear {{name}}</p>',
    });
  },
  state,
  tasks: [
    {
      id: 'folder',
      instruction: 'Create a new folder called "Contracts"',
      isDone: ({ folders }) => folders.filter(({ name }) => name === 'Contracts').length === 1,
      solve: (at) => add(at, 'folders', { name: 'Contracts' }),
    },
    {
      id: 'template',
      instruction: 'Create a new template named "Delivery note"',
      isDone: ({ templates }) => templates.filter(({ name }) => name === 'Delivery note').length === 1,
      solve: (at) => add(at, 'templates', { name: 'Delivery note', recipe: 'html', engine: 'handlebars' }),
    },
    {
      id: 'sample-data',
      instruction: 'Add sample data with the name "customers"',
      isDone: ({ data }) => data.filter(({ name }) => name === 'customers').length === 1,
      solve: (at) => add(at, 'data', { name: 'customers', dataJson: '{}' }),
    },
    {
      id: 'script',
      instruction: 'Make a new script and call it "prices"',
      isDone: ({ scripts }) => scripts.filter(({ name }) => name === 'prices').length === 1,
      solve: (at) => add(at, 'scripts', { name: 'prices', content: '' }),
    },
    {
      id: 'rename',
      instruction: 'Rename the template "Invoice" to "Bill"',
      isDone: ({ templates }) =>
        templates.some(({ shortid, name }) => shortid === 'invoice' && name === 'Bill'),
      solve: (at) => change(at, 'invoice', { name: 'Bill' }),
    },
    {
      id: 'engine',
      instruction: 'Change the engine of the template "Welcome letter" to jsrender and save it',
      isDone: ({ templates }) =>
        templates.some(({ shortid, engine }) => shortid === 'welcome' && engine === 'jsrender'),
      solve: (at) => change(at, 'welcome', { engine: 'jsrender' }),
    },
  ],
});

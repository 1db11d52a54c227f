import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getJson, send } from '../api.ts';
import { type Place, type Running, stranger } from '../stranger.ts';

type Tiddler = Record<string, string> & { title: string };
/** What tiddlers hold, by their titles. */
type Wiki = Record<string, Record<string, string>>;

const filesOf = async ({ modules, folder }: Place) => {
  const wiki = join(folder, 'wiki');
  await cp(join(modules, 'tiddlywiki/editions/server'), wiki, { recursive: true });
  await mkdir(join(wiki, 'tiddlers'));
  const write = (file: string, title: string, text: string, tags = '') =>
    writeFile(join(wiki, 'tiddlers', `${file}.tid`), `title: ${title}\ntags: ${tags}\n\n${text}`);
  await write('campaign', 'Autumn campaign', 'Posters, two letters and a radio spot.', 'Marketing');
  await write('lunch', 'Team lunch', 'Every second Thursday in the garden.', 'Office');
  await write('plants', 'Office plants', 'Water the fern on Mondays.', 'Office');
  await write('start', '$:/DefaultTiddlers', '[[Autumn campaign]] [[Team lunch]] [[Office plants]]');
  return wiki;
};

/** The program's own tiddlers that say how the wiki looks. The server lists the others only. */
const looks = ['$:/SiteTitle', '$:/SiteSubtitle', '$:/DefaultTiddlers', '$:/palette', '$:/status/UserName'];
const aside = new Set([
  'title',
  'revision',
  'bag',
  'type',
  'created',
  'modified',
  'modifier',
  'creator',
  'fields',
]);

async function state({ origin }: Running): Promise<Wiki> {
  const list = await getJson<Tiddler[]>(`${origin}/recipes/default/tiddlers.json?exclude=revision`);
  const others = await Promise.all(
    looks.map((title) =>
      getJson<Tiddler>(`${origin}/recipes/default/tiddlers/${encodeURIComponent(title)}`).catch(() => null),
    ),
  );
  const all = [...list, ...others.filter((one) => one !== null)];
  return Object.fromEntries(
    all.map((one) => [one.title, Object.fromEntries(Object.entries(one).filter(([key]) => !aside.has(key)))]),
  ) as Wiki;
}

const put = ({ origin }: Running, title: string, fields: Record<string, string>) =>
  send(
    'PUT',
    `${origin}/recipes/default/tiddlers/${encodeURIComponent(title)}`,
    { title, ...fields },
    {
      'x-requested-with': 'TiddlyWiki',
    },
  );

const remove = ({ origin }: Running, title: string) =>
  send(
    'DELETE',
    `${origin}/bags/default/tiddlers/${encodeURIComponent(title)}`,
    {},
    {
      'x-requested-with': 'TiddlyWiki',
    },
  );

const holds = (wiki: Wiki, title: string, fields: Record<string, string>) =>
  Object.entries(fields).every(([name, value]) => wiki[title]?.[name]?.trim() === value);

export const tiddlywiki = stranger<Wiki>({
  app: 'tiddlywiki',
  package: 'tiddlywiki',
  version: '5.4.1',
  start: async (place) => ({
    command: [
      process.execPath,
      join(place.modules, 'tiddlywiki/tiddlywiki.js'),
      await filesOf(place),
      '--listen',
      `port=${place.port}`,
      'host=127.0.0.1',
    ],
  }),
  state,
  tasks: [
    {
      id: 'create',
      instruction:
        'Create a tiddler called "Winter sale", tag it "Marketing" and write "Everything at half price" as its text',
      isDone: (wiki) => holds(wiki, 'Winter sale', { tags: 'Marketing', text: 'Everything at half price' }),
      solve: (at) => put(at, 'Winter sale', { tags: 'Marketing', text: 'Everything at half price' }),
    },
    {
      id: 'change-text',
      instruction: 'Change the text of the tiddler "Team lunch" to "Every Friday at noon"',
      isDone: (wiki) => holds(wiki, 'Team lunch', { tags: 'Office', text: 'Every Friday at noon' }),
      solve: (at) => put(at, 'Team lunch', { tags: 'Office', text: 'Every Friday at noon' }),
    },
    {
      id: 'rename',
      instruction: 'Rename the tiddler "Office plants" to "Green office"',
      isDone: (wiki) =>
        holds(wiki, 'Green office', { text: 'Water the fern on Mondays.' }) && !('Office plants' in wiki),
      async solve(at) {
        await put(at, 'Green office', { tags: 'Office', text: 'Water the fern on Mondays.' });
        await remove(at, 'Office plants');
      },
    },
    {
      id: 'tag',
      instruction: 'Add the tag "Urgent" to the tiddler "Autumn campaign"',
      isDone: (wiki) => holds(wiki, 'Autumn campaign', { tags: 'Marketing Urgent' }),
      solve: (at) =>
        put(at, 'Autumn campaign', {
          tags: 'Marketing Urgent',
          text: 'Posters, two letters and a radio spot.',
        }),
    },
    {
      id: 'title',
      instruction: 'Go to the control panel and set the title of this TiddlyWiki to "Harbour Notes"',
      isDone: (wiki) => holds(wiki, '$:/SiteTitle', { text: 'Harbour Notes' }),
      solve: (at) => put(at, '$:/SiteTitle', { text: 'Harbour Notes' }),
    },
    {
      id: 'subtitle',
      instruction: 'Ändere in den Einstellungen (control panel) den Subtitle in "Notes of a small team"',
      isDone: (wiki) => holds(wiki, '$:/SiteSubtitle', { text: 'Notes of a small team' }),
      solve: (at) => put(at, '$:/SiteSubtitle', { text: 'Notes of a small team' }),
    },
    {
      id: 'palette',
      instruction: 'In the control panel, under Appearance, choose the palette "Solar Flare"',
      isDone: (wiki) => holds(wiki, '$:/palette', { text: '$:/palettes/SolarFlare' }),
      solve: (at) => put(at, '$:/palette', { text: '$:/palettes/SolarFlare' }),
    },
  ],
});

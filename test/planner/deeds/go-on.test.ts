import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { goOnWith, type Plan } from '../../../src/planner/index.ts';
import { longestFilmMs } from '../../../src/recorder/contract/length.ts';
import { resolvePresentation } from '../../../src/recorder/contract/presentation.ts';
import type { ActionScript } from '../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../src/recorder/contract/stage-layout.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';
import { take } from '../../../src/recorder/drive/index.ts';
import { loadPage } from '../../../src/recorder/page/load.ts';
import {
  log,
  openRecordingBrowser,
  type RecordingBrowser,
} from '../../recorder/browser/recording-browser.ts';
import { type Allotment, serveAllotment } from '../../support/allotment.ts';
import { serveMasts } from '../../support/masts.ts';
import { bodyOf, html, serveSite, type TestSite } from '../../support/site.ts';
import { planFor, stepLine } from '../planning.ts';

const viewport = viewports.desktop;
const fps = 10;
const presentation = resolvePresentation(undefined);
const stage = layoutStage({ output: { width: 640, height: 360 }, viewport, presentation });
const { signal } = new AbortController();

let allotment: Allotment;
let studio: RecordingBrowser;
beforeAll(async () => {
  allotment = await serveAllotment();
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
beforeEach(() => allotment.reset());
afterAll(async () => {
  await studio?.close();
  await allotment?.close();
});

const open = ({ url }: TestSite = allotment) => loadPage(studio.session, `${url}/`, { log });

async function planned(prompt: string, seconds = 30, site: TestSite = allotment): Promise<Plan> {
  await open(site);
  const { page, tab } = studio.session;
  const plan = await tab.during(planFor(page, { prompt, seconds, writeHold: tab.writeHold }));
  expect(allotment.writes).toEqual([]);
  return plan;
}

/** Films a script, and what it leads to where the plan has more to come. */
async function filmed(
  script: ActionScript,
  toCome: Plan['toCome'],
  seconds = 30,
  page: Page = studio.session.page,
) {
  const durationMs = seconds * 1000;
  const goOn = toCome && goOnWith(toCome, { page, viewport, signal });
  const shooting = take(studio.session, script, {
    ...{ viewport, stage, fps, durationMs, goOn, signal },
    mostMs: longestFilmMs(durationMs),
    zoom: presentation.zoom,
    load: { log },
    leadInMs: 600,
    leadOutMs: 600,
  });
  let frames = 0;
  for await (const _ of shooting.frames) frames++;
  const added = shooting.script.steps.slice(script.steps.length).map(stepLine);
  return {
    ...shooting,
    ms: (frames * 1000) / fps,
    added: added.filter((line) => line !== 'hold'),
    ...goOn?.found,
  };
}

const all = ['Bean row', 'Herb spiral', 'Rhubarb corner'];
const watering = "Create a bed called 'Rhubarb corner' and turn on drip watering in its settings";

test('a deed on what another deed has just saved is done in the same film, each write once, and none in the rehearsal', async () => {
  const plan = await planned(watering);
  expect(plan.unmet).toEqual([]);
  expect(plan.toCome?.map(({ deed }) => deed.said)).toEqual(['turn on drip watering in its settings']);
  const film = await filmed(plan.script, plan.toCome);
  expect(film.added).toEqual(['click Rhubarb corner', 'click Settings', 'click Drip watering']);
  expect(allotment.writes).toEqual(['POST /beds', 'POST /drip']);
  expect(allotment.beds.map(({ name, drip }) => [name, drip])).toEqual(
    all.map((name) => [name, name === all[2]]),
  );
  expect(film).toMatchObject({ ms: 30_000, unmet: [], warnings: [] });
  expect(film.scenes?.map(({ what }) => what)).toEqual([
    'Open “Rhubarb corner”',
    'Open “Settings”',
    'Turn “Drip watering” on',
  ]);
  expect(film.steps.map(({ status }) => status)).toEqual(film.script.steps.map(() => 'ok'));
  const writing = film.script.steps
    .filter(({ showreel }) => showreel?.writes)
    .map(({ showreel }) => showreel?.name);
  expect(writing).toEqual(['Create bed', 'Drip watering']);

  // The script that the film has become says all of it, so it is played again without a planner.
  allotment.reset();
  await open();
  await filmed(film.script, undefined);
  expect(allotment.writes).toEqual(['POST /beds', 'POST /drip']);
  expect(allotment.beds.at(-1)).toEqual({ name: 'Rhubarb corner', drip: true });
});

test('a film of ten seconds opens what it has just made', async () => {
  const plan = await planned("Create a bed called 'Rhubarb corner', then open its settings", 10);
  const film = await filmed(plan.script, plan.toCome, 10);
  expect(film.added).toEqual(['click Rhubarb corner', 'click Settings']);
  expect(film.ms).toBeLessThanOrEqual(longestFilmMs(10_000));
  expect(film).toMatchObject({ unmet: [], warnings: [] });
});

test('what was read as a field of the form, and is none, is changed when the thing is there', async () => {
  const plan = await planned("Create a bed 'Rhubarb corner' and then turn on its drip watering");
  const film = await filmed(plan.script, plan.toCome);
  expect(film.added).toEqual(['click Rhubarb corner', 'click Settings', 'click Drip watering']);
  expect(allotment.writes).toEqual(['POST /beds', 'POST /drip']);
  expect(film.unmet).toEqual([]);
});

test('a form in two steps, each of them saved, is filled in to its end', async () => {
  const plan = await planned("Add a keeper named 'Ida Moss' with phone '555-0199'");
  expect(plan.unmet).toEqual([]);
  const film = await filmed(plan.script, plan.toCome);
  expect(film.added).toEqual(['change Phone = 555-0199', 'click Finish']);
  expect(allotment.writes).toEqual(['POST /keepers', 'POST /phone']);
  expect(allotment.keepers.at(-1)).toEqual({ name: 'Ida Moss', phone: '555-0199' });
  expect(film.unmet).toEqual([]);
});

test('a form of which nothing more is asked for ends with the button of its last step', async () => {
  const plan = await planned("Add a keeper named 'Ida Moss'");
  const film = await filmed(plan.script, plan.toCome);
  expect(film.added).toEqual(['click Finish']);
  expect(allotment.writes).toEqual(['POST /keepers', 'POST /phone']);
  expect(film.unmet).toEqual([]);
});

test('where the film does not find what is to be changed, it changes nothing', async () => {
  const plan = await planned(
    "Create a bed called 'Rhubarb corner' and turn on the frost alarm in its settings",
  );
  const film = await filmed(plan.script, plan.toCome);
  expect(film.added).toEqual(['click Rhubarb corner', 'click Settings']);
  expect(allotment.writes).toEqual(['POST /beds']);
  expect(film.unmet).toMatchObject([{ said: expect.stringContaining('frost alarm') }]);
});

test('a server that refuses ends the film with what was done, and the demo says what was not', async () => {
  const plan = await planned(watering);
  allotment.failing = ['/beds'];
  const film = await filmed(plan.script, plan.toCome);
  expect(film).toMatchObject({ ms: 30_000, added: [], scenes: [] });
  expect(film.unmet).toMatchObject([{ said: expect.stringContaining('drip watering') }]);
  expect(film.unmet![0]!.reason).toContain('“Create bed”');
  expect(allotment.writes).toEqual(['POST /beds']);
});

test('what a server has refused in the middle of a form is not sent again', async () => {
  const plan = await planned("Add a keeper named 'Ida Moss' with phone '555-0199'");
  allotment.failing = ['/phone'];
  const film = await filmed(plan.script, plan.toCome);
  expect(film.added).toEqual(['change Phone = 555-0199', 'click Finish']);
  expect(allotment.writes).toEqual(['POST /keepers', 'POST /phone']);
  expect(film.unmet).toMatchObject([{ reason: 'What was filled in could not be saved.' }]);
});

test('where the page cannot be read, the film ends as planned, and the demo says so', async () => {
  const plan = await planned(watering, 10);
  const gone = { createCDPSession: () => Promise.reject(new Error('gone')) } as unknown as Page;
  const film = await filmed(plan.script, plan.toCome, 10, gone);
  expect(film.added).toEqual([]);
  expect(film.unmet).toMatchObject([{ said: 'turn on drip watering in its settings' }]);
  expect(allotment.writes).toEqual(['POST /beds']);
});

test('what there is no time for is left out, and nothing is pressed for it', async () => {
  const plan = await planned(watering, 5);
  const film = await filmed(plan.script, plan.toCome, 5);
  expect(film.ms).toBeLessThanOrEqual(longestFilmMs(5_000));
  expect(film.warnings).toMatchObject([{ code: 'left_out' }]);
  expect(allotment.writes).not.toContain('POST /drip');
  expect(film.steps.filter(({ status }) => status === 'failed')).toEqual([]);
});

test('a plain deed ends with its save, although the dialog stays open in the rehearsal', async () => {
  const plan = await planned("Create a bed called 'Rhubarb corner'");
  expect(plan).toMatchObject({ unmet: [], nothingDone: false });
  expect(plan.toCome).toBeUndefined();
  await filmed(plan.script, undefined);
  expect(allotment.beds.map(({ name }) => name)).toEqual(all);
});

/** Forms and documents without a script: each press loads a page. */
async function serveLedger(): Promise<TestSite & { crates: string[] }> {
  const crates = ['Plums'];
  const page = (title: string, body: string) =>
    html(`<!doctype html><html lang="en"><title>${title}</title><style>body{font:20px sans-serif;margin:50px}li,a{margin:12px}</style>
<nav><a href="/">Crates</a><a href="/rota">Rota</a></nav><h1>${title}</h1>${body}</html>`);
  const form =
    '<form method="post" action="/crates"><label>Name <input name="name"></label><button>Save crate</button></form>';
  const list = () => crates.map((name, index) => `<li><a href="/crate?${index}">${name}</a></li>`).join('');
  const site = await serveSite('none', {
    '/': (...given) => page('Crates', `<a href="/new">New crate</a><ul>${list()}</ul>`)(...given),
    '/rota': page('Rota', '<p>Nobody yet.</p>'),
    '/new': page('New crate', form),
    '/crates': async (request, response) => {
      crates.push(new URLSearchParams(await bodyOf(request)).get('name') ?? '');
      response.writeHead(303, { location: '/' }).end();
    },
    '/crate': (request, response) => {
      const at = Number(request.url!.split('?')[1]);
      page(crates[at]!, `<a href="/settings?${at}">Settings</a>`)(request, response);
    },
    '/settings': page('Settings', '<p>How the crate is kept.</p>'),
  });
  return { ...site, crates };
}

test('a form that loads another page leads on from there', async () => {
  const ledger = await serveLedger();
  try {
    const plan = await planned("Create a crate called 'Winter pears', then open its settings", 30, ledger);
    expect(ledger.crates).toEqual(['Plums']);
    const film = await filmed(plan.script, plan.toCome);
    expect(film.added).toEqual(['click Winter pears', 'click Settings']);
    expect(ledger.crates).toEqual(['Plums', 'Winter pears']);
    expect(film.unmet).toEqual([]);
  } finally {
    await ledger.close();
  }
});

test('what is asked of both is done to the second one in the film, once the drawer of the first one is closed', async () => {
  const masts = await serveMasts();
  try {
    const plan = await planned('Set the fee of both idle masts to 40', 60, masts);
    expect(masts.fees).toEqual({ 12: '30', 14: '35', 21: '32', 23: '36' });
    const film = await filmed(plan.script, plan.toCome, 60);
    expect(film.unmet).toEqual([]);
    expect(film.added[0]).toBe('click Close panel');
    expect(masts.fees).toEqual({ 12: '30', 14: '40', 21: '32', 23: '40' });
  } finally {
    await masts.close();
  }
});

test('a row that a server moves is pressed in the film until it stands where it was asked to', async () => {
  const steps = ['Soak', 'Lime', 'Scud', 'Bate'];
  const list = () =>
    steps.map((one, at) => `<li><span>${one}</span><button onclick="move(${at})">↑</button></li>`);
  const page = (body: string) =>
    `<!doctype html><html lang="en"><title>Steps</title><style>li { display: flex; gap: 20px; padding: 12px }</style><h1>Steps</h1><ul>${body}</ul>
<script>const move = async (at) => { document.querySelector('ul').innerHTML = await (await fetch('/up?' + at, { method: 'POST' })).text() }</script></html>`;
  const site = await serveSite('none', {
    '/': (...given) => html(page(list().join('')))(...given),
    '/up': (request, response) => {
      const at = Number(request.url!.split('?')[1]);
      steps.splice(at - 1, 0, ...steps.splice(at, 1));
      response.end(list().join(''));
    },
  });
  try {
    const plan = await planned("Move the step 'Bate' up until it stands above 'Lime'", 30, site);
    const film = await filmed(plan.script, plan.toCome);
    expect(film.unmet ?? []).toEqual([]);
    expect(steps).toEqual(['Soak', 'Bate', 'Lime', 'Scud']);
  } finally {
    await site.close();
  }
});

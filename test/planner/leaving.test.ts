import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanRequest } from '../../src/planner/index.ts';
import { loadPage } from '../../src/recorder/page/load.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { acts, planFor } from './planning.ts';

let site: TestSite;
let studio: RecordingBrowser;

beforeAll(async () => {
  const routes: Parameters<typeof serveSite>[1] = {};
  site = await serveSite('none', routes);
  // The same server under the name of another site.
  const away = `${site.url.replace('127.0.0.1', 'localhost')}/away`;
  // As slow as a partner's click counter may be.
  routes['/partner'] = (_, response) =>
    void setTimeout(() => response.writeHead(302, { location: away }).end(), 250);
  routes['/away'] = html('<title>Away</title>');
  routes['/plans'] = html(
    '<title>Plans</title><h1>Plans</h1><h2>Refund rules</h2><p>All of it within a month.</p>',
  );
  routes['/'] =
    html(`<!doctype html><title>Tools</title><header><nav><a href="/plans">Plans</a></nav></header>
    <h1>Tools</h1><p>Hammers and saws.</p><a href="/partner">Partner portal</a> <a href="${away}">Community</a>
    <button onclick="location.href='${away}'">Legacy console</button> <button id="launch">Launch</button>
    <p><button aria-expanded="false" onclick="details.hidden = false">Details</button></p><p id="details" hidden>Steel and oak.</p>
    <section><h2>Letter</h2><form method="post" action="${away}"><label>Email <input type="email" name="email"></label><button>Subscribe</button></form></section>
    <script>launch.addEventListener('click', () => location.assign('${away}'))</script>`);
  routes['/maze'] =
    html(`<!doctype html><title>Maze</title><h1>Maze</h1><nav><a href="/partner">Help with refunds</a>
    <a href="/plans">More</a></nav>`);
  studio = await openRecordingBrowser();
  await loadPage(studio.session, `${site.url}/`, { log });
  await studio.session.tab.fence.keepInside((url) => URL.parse(url)?.hostname === '127.0.0.1');
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

async function plan(prompt: string, path = '/', mode: PlanRequest['mode'] = 'script') {
  const { session } = studio;
  await loadPage(session, site.url + path, { log });
  const { fence } = session.tab;
  const heldBack = () => fence.blockedHosts.length;
  return session.tab.during(planFor(session.page, { prompt, mode, heldBack, seconds: 20 }));
}

describe('what would leave the site is pointed at and not pressed', () => {
  test.each([
    ['open the community', 'Community'],
    ['press legacy console', 'Legacy console'],
    ['type me@tools.example into the email and press Subscribe', 'Subscribe'],
    // Nothing on these tells where they lead. It is seen only when they are tried.
    ['open the partner portal', 'Partner portal'],
    ['press launch, then open the details', 'Launch'],
  ])('%s', async (prompt, name) => {
    const made = await plan(prompt);
    expect(acts(made)).toContain(`hover ${name}`);
    expect(acts(made)).not.toContain(`click ${name}`);
    const scene = made.aiPlan.scenes.find(({ what }) => what === `Point at “${name}”`);
    expect(scene?.why).toContain('leads away from the site');
  });

  test('what was opened before stays open, and the plan goes on', async () => {
    expect(acts(await plan('open the details, press launch and open the plans'))).toEqual([
      ...['click Details', 'hover Launch', 'click Plans'],
    ]);
  });
});

test('an agent that a link would lead away leaves that link out and looks elsewhere', async () => {
  expect(acts(await plan('show the refund rules', '/maze', 'agent'))).toEqual(['click More']);
});

import { parse } from '@puppeteer/replay';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionScriptSchema, type Step } from '../../../../src/recorder/contract/script.ts';
import { isFound } from '../../../../src/recorder/drive/element/found.ts';
import { identify, locate } from '../../../../src/recorder/drive/element/locate.ts';
import { loadPage } from '../../../../src/recorder/page/load.ts';
import { faultsIn, textsIn } from '../../../support/emoji-page.ts';
import { html, serveSite, type TestSite } from '../../../support/site.ts';
import { within } from '../../../support/within.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../../browser/recording-browser.ts';

const card = (name: string, price: string, button = 'Choose') =>
  `<article class="plan"><h3>${name}</h3><p>${price} a month</p><button class="pick">${button}</button></article>`;
const faces = '👨‍👩‍👧‍👦'.repeat(30);
const page = (body: string) =>
  html(
    `<!doctype html><html lang="en"><title>Plans</title><nav><a href="/">Home</a><a href="/help">Help</a></nav>${body}`,
  );

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', {
    '/plans': page(`<h1>Plans</h1>${card('Small', '$4')}${card('Large', '$9')}<button>Talk to us</button>`),
    '/turned': page(`<h1>Plans</h1>${card('Large', '$9')}${card('Small', '$5')}<button>Talk to us</button>`),
    '/without': page(`<h1>Plans</h1>${card('Small', '$4')}<button>Talk to us</button>`),
    '/faces': page(`<h1>Faces</h1>${card('Many', '$4', `Pick ${faces}`)}<p>${faces}</p><p>x${faces}</p>`),
    '/framed': page(
      '<iframe srcdoc="<button id=inside>Inside</button>"></iframe><button id="outside">Outside</button>',
    ),
    '/booking': page('<h1>Book</h1><iframe src="/widget?visit=1"></iframe>'),
    '/later': page('<iframe src="/advert"></iframe><h1>Book</h1><iframe src="/widget?visit=2"></iframe>'),
    '/below': (request, response) => {
      const other = `http://localhost:${request.socket.localPort}`;
      page(`<div style="height:1500px"></div><iframe src="${other}/widget"></iframe>`)(request, response);
    },
    '/closed': page('<h1>Book</h1><iframe src="/news"></iframe>'),
    '/news': page('<h2>News</h2><button class="go">Learn more</button>'),
    '/widget': page('<h2>Seats</h2><button class="go">Reserve a seat</button>'),
    '/advert': page('<h2>Boats</h2><button class="go">Reserve a boat</button>'),
  });
  studio = await openRecordingBrowser();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const click = (selectors: string[], more: object = {}) =>
  ({ type: 'click', selectors, offsetX: 4, offsetY: 4, ...more }) as Step & { selectors: string[] };

async function on(path: string, step: Step & { selectors: string[] }) {
  await loadPage(studio.session, site.url + path, { log });
  return locate(studio.session.tab, step, step.selectors);
}

/** The step as a first film stores it. */
async function filmed(step: Step & { selectors: string[] }) {
  const found = await on('/plans', step);
  if (!isFound(found)) throw new Error('it is not there');
  const identity = await identify(studio.session.tab, step, found.element);
  return { ...step, showreel: { identity } };
}
const large = click(['article:nth-of-type(2) > button']);

describe('a step that was filmed before', () => {
  it('finds its own button when the cards have changed places, although the selector finds another one', async () => {
    const result = await on('/turned', await filmed(large));
    if (!isFound(result)) throw new Error('it is not there');
    const card = await result.element.evaluate(
      (button) => button.parentElement?.querySelector('h3')?.textContent,
    );
    expect(card).toBe('Large');
    expect(result).toMatchObject({ healed: true, message: expect.stringContaining('under “Large”') });
  });

  it('finds nothing when its card is gone, and does not take a card that stood beside it before', async () => {
    expect(await on('/without', await filmed(large))).toMatchObject({ lost: 'missing' });
    const talk = await filmed(click(['body > button']));
    expect(await on('/framed', talk)).toMatchObject({ lost: 'missing' });
  });

  it('stores the identity where Recorder and its parser accept it', async () => {
    const step = await filmed(large);
    const script = JSON.parse(JSON.stringify({ title: 'Plans', steps: [step] }));
    expect(actionScriptSchema.parse(script)).toEqual(script);
    expect(parse(script).steps).toHaveLength(1);
    expect(step.showreel.identity).toMatchObject({ role: 'button', name: 'Choose', heading: 'Large' });
    expect(step.showreel.identity.others).toContain('button Talk to us');
  });

  it('is known again by words that are cut between characters', async () => {
    const step = click(['.pick'], { showreel: {} });
    const found = await on('/faces', step);
    if (!isFound(found)) throw new Error('it is not there');
    const identity = await identify(studio.session.tab, step, found.element);
    expect(identity.name).toBe(`Pick ${'👨‍👩‍👧‍👦'.repeat(17)}`);
    expect(faultsIn(textsIn(identity), '👨‍👩‍👧‍👦')).toEqual([]);
    const again = await on('/faces', { ...step, selectors: ['.pick', '#none'], showreel: { identity } });
    expect(again).toMatchObject({ selector: '.pick', healed: false });
  });
});

describe('a step that was never filmed', () => {
  it('is ambiguous where several elements fit equally well', async () => {
    expect(await on('/plans', click(['.pick']))).toMatchObject({ lost: 'ambiguous' });
  });

  it('is found in the frame that it names', async () => {
    const result = await on('/framed', click(['button'], { frame: [0] }));
    if (!isFound(result)) throw new Error('it is not there');
    expect(await result.element.evaluate(({ id }) => id)).toBe('inside');
  });
});

describe('a step in a frame', () => {
  const inFrame = click(['.go'], { frame: [0] });
  const filmedThere = async () => {
    const found = await on('/booking', inFrame);
    if (!isFound(found)) throw new Error('it is not there');
    const identity = await identify(studio.session.tab, inFrame, found.element);
    return { ...inFrame, showreel: { identity } };
  };

  it('is found when another frame has come before its frame, and the script gets the new path', async () => {
    const result = await on('/later', await filmedThere());
    if (!isFound(result)) throw new Error('it is not there');
    expect(await result.element.evaluate(({ textContent }) => textContent)).toBe('Reserve a seat');
    expect(result).toMatchObject({ healed: true, newFramePath: [1] });
  });

  it('is missing when its frame is gone, whatever other frames contain', async () => {
    expect(await on('/closed', await filmedThere())).toMatchObject({ lost: 'missing' });
  });

  it.each([
    ['its whole address', '/widget?visit=2'],
    ['its address with the query of another visit', '/widget?visit=7'],
  ])('of another site is found by %s, as Recorder writes it', async (_, target) => {
    const result = await on('/later', click(['.go'], { target: site.url + target }));
    if (!isFound(result)) throw new Error('it is not there');
    expect(await result.element.evaluate(({ textContent }) => textContent)).toBe('Reserve a seat');
  });

  it('of another site below the screen, whose accessibility tree never answers, costs a moment and not seconds', async () => {
    const selectors = ['aria/Reserve a seat', 'aria/Reserve', '.go'];
    const result = await within(10_000, () => on('/below', click(selectors, { frame: [0] })));
    expect(result).toMatchObject({ selector: '.go', healed: true });
  });

  it('is missing when the page has no frame with that address: it may have been another tab', async () => {
    const target = 'https://elsewhere.example/';
    expect(await on('/later', click(['.go'], { target }))).toMatchObject({ lost: 'missing' });
  });
});

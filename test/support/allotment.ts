import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, bodyOf, html, serveSite, type TestSite } from './site.ts';

/**
 * Gardens that are shared. All that is known is on the server, and the page shows a bed or a keeper only when the server has answered. A
 * keeper is added in two steps, which are saved one by one.
 */
export interface Allotment extends TestSite {
  beds: { name: string; drip: boolean }[];
  keepers: { name: string; phone: string }[];
  /** What was written, in its order: "POST /beds". */
  writes: string[];
  /** The addresses whose writes are answered with a fault. */
  failing: string[];
  reset(): void;
}

const answerMs = 120;

export async function serveAllotment(): Promise<Allotment> {
  const known = { beds: [] as Allotment['beds'], keepers: [] as Allotment['keepers'] };
  const writes: string[] = [];
  const write =
    (work: (given: Record<string, string>) => void): Answer =>
    async (request, response) => {
      const given = JSON.parse(await bodyOf(request)) as Record<string, string>;
      writes.push(`${request.method} ${request.url}`);
      await sleep(answerMs);
      if (allotment.failing.includes(request.url!)) return void response.writeHead(500).end('{}');
      work(given);
      response.end(JSON.stringify(known));
    };
  const site = await serveSite('none', {
    '/': html(page),
    '/known': (_, response) => void response.end(JSON.stringify(known)),
    '/beds': write(({ name }) => void known.beds.push({ name: name!, drip: false })),
    '/drip': write(({ bed }) => void Object.assign(known.beds[Number(bed)]!, { drip: true })),
    '/keepers': write(({ name }) => void known.keepers.push({ name: name!, phone: '' })),
    '/phone': write(({ phone }) => void Object.assign(known.keepers.at(-1)!, { phone })),
  });
  const allotment: Allotment = {
    ...site,
    ...known,
    writes,
    failing: [],
    reset() {
      known.beds.splice(0, 99, { name: 'Bean row', drip: false }, { name: 'Herb spiral', drip: false });
      known.keepers.splice(0, 99, { name: 'Tom Vance', phone: '555-0101' });
      writes.length = 0;
      allotment.failing = [];
    },
  };
  allotment.reset();
  return allotment;
}

const style = `
  body { margin: 0; font: 17px/1.5 sans-serif; color: #243 }
  nav { display: flex; gap: 24px; padding: 14px 40px; background: #e8efe2 } nav span { cursor: pointer }
  main { padding: 28px 40px } button, input { font: inherit; padding: 6px 14px }
  .plot { display: block; width: 460px; border: 1px solid #bcb; border-radius: 8px; padding: 14px 18px; margin: 12px 0; cursor: pointer }
  .veil { position: fixed; inset: 0; background: #0005; display: grid; place-items: center }
  [role=dialog] { background: #fff; padding: 26px; width: 420px; border-radius: 10px }
  label { display: block; margin: 14px 0 } label input { display: block; width: 90% }
  [role=tab] { display: inline-block; padding: 8px 18px; cursor: pointer } [aria-selected=true] { border-bottom: 3px solid #583 }
  [role=switch] { width: 46px; height: 24px; border-radius: 12px; border: 0; background: #bbb } [aria-checked=true] { background: #583 }`;

const script = `
  let known = { beds: [], keepers: [] }, view = 'Beds', bed = null, tab = 'Plants', sheet = null, step = 1, trouble = '';
  const send = async (path, given) => {
    const answer = await fetch(path, { method: 'POST', body: JSON.stringify(given) });
    if (!answer.ok) { trouble = 'That did not work.'; draw(); throw new Error(trouble); }
    known = await answer.json();
  };
  const views = {
    Beds: () => '<h1>Beds</h1><button data-do="new">New bed</button>' + known.beds.map((one, i) =>
      '<div class="plot" data-do="bed:' + i + '"><h3>' + one.name + '</h3></div>').join(''),
    Keepers: () => '<h1>Keepers</h1><button data-do="keep">Add keeper</button>' + known.keepers.map((one) =>
      '<p>' + one.name + ', ' + (one.phone || 'no phone yet') + '</p>').join(''),
    Help: () => '<h1>Help</h1><p>Water in the evening.</p>',
    bed: () => '<h1>' + known.beds[bed].name + '</h1><div role="tablist">' + ['Plants', 'Settings'].map((one) =>
      '<span role="tab" tabindex="0" data-do="tab:' + one + '" aria-selected="' + (one === tab) + '">' + one + '</span>').join('') + '</div>' +
      (tab === 'Plants' ? '<p>Nothing grows here yet.</p>' : '<h2>Settings</h2><p><label id="l">Drip watering</label><button role="switch" aria-labelledby="l" aria-checked="' +
      known.beds[bed].drip + '" data-do="drip"></button></p>'),
  };
  const sheets = {
    bed: () => '<h2>A new bed</h2><label>Name<input id="name"></label><button data-do="close">Cancel</button> <button data-do="create">Create bed</button>',
    keeper: () => step === 1
      ? '<h2>Who is it?</h2><label>Name<input id="who"></label><button data-do="close">Cancel</button> <button data-do="next">Next</button>'
      : '<h2>How is the keeper reached?</h2><label>Phone<input id="phone"></label><button data-do="finish">Finish</button>',
  };
  const draw = () => {
    document.body.innerHTML = '<nav>' + ['Beds', 'Keepers', 'Help'].map((one) => '<span data-do="go:' + one + '">' + one + '</span>').join('') +
      '</nav><main>' + views[view]() + '</main>' + (sheet ? '<div class="veil"><div role="dialog" aria-modal="true">' + sheets[sheet]() + '<p>' + trouble + '</p></div></div>' : '');
  };
  const deeds = {
    go: (to) => { view = to; }, new: () => { sheet = 'bed'; }, keep: () => { sheet = 'keeper'; step = 1; }, close: () => { sheet = null; },
    bed: (at) => { view = 'bed'; bed = at; tab = 'Plants'; }, tab: (to) => { tab = to; },
    create: async () => { await send('/beds', { name: document.querySelector('#name').value }); sheet = null; },
    drip: () => send('/drip', { bed }),
    next: async () => { await send('/keepers', { name: document.querySelector('#who').value }); step = 2; },
    finish: async () => { await send('/phone', { phone: document.querySelector('#phone').value }); sheet = null; },
  };
  document.onclick = async ({ target }) => {
    const [deed, to] = target.closest('[data-do]')?.dataset.do.split(':') ?? [];
    if (!deed) return;
    await deeds[deed](to);
    draw();
  };
  fetch('/known').then((answer) => answer.json()).then((found) => { known = found; draw(); });`;

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Allotment</title><style>${style}</style><body></body><script>${script}</script></html>`;

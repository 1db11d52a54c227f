import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer-core';
import { createLogger } from '../../src/log.ts';
import { aimWith, observe, openPageClient } from '../../src/planner/index.ts';
import { type BrowserSession, launchBrowser } from '../../src/recorder/browser/index.ts';
import type { Selectors, Step } from '../../src/recorder/contract/script.ts';
import { viewports } from '../../src/recorder/contract/take-frame.ts';
import { isFound } from '../../src/recorder/drive/element/found.ts';
import { identify, locate } from '../../src/recorder/drive/element/locate.ts';
import { serveFolders } from './healing-sites.ts';
import { Mutator } from './mutator.ts';

/** A page, and the steps of a first film of it with the selectors and identities that this film recorded. */
interface Scripted {
  path: string;
  steps: { step: Step; selectors: Selectors }[];
}

/** How the steps of the first film fared on one mutant of its page. */
export interface Verdict {
  path: string;
  kind: string;
  seed: number;
  /** Steps whose element is still on the mutant and visible. */
  possible: number;
  right: number;
  /** Steps that took another element, whether or not the right one was still there. */
  wrong: number;
  /** The wrong steps that would have pressed their element. The other wrong steps only look at it. */
  wrongPresses: number;
  /** Steps that took no element. */
  lost: number;
  /** For people who tune the healing: which elements were taken wrongly or lost. */
  notes: string[];
}

/** The most steps of a first film. */
const perPage = { presses: 9, looks: 3 };

/**
 * Does each step of a first film still find its own element after the page was redesigned? The steps are located on mutants of
 * the page. Nothing is filmed. There are `mutants` of each page for each kind of change.
 */
export async function measureHealing(options: {
  pages: readonly string[];
  kinds: readonly string[];
  mutants: number;
  seed: number;
}): Promise<Verdict[]> {
  const site = await serveFolders();
  const tempDir = await mkdtemp(join(tmpdir(), 'showreel-healing-'));
  const log = createLogger('silent');
  const studio = { tempDir, viewport: viewports.desktop, deviceScaleFactor: 0.5, log };
  const session = await launchBrowser(studio);
  try {
    const verdicts: Verdict[] = [];
    for (const [at, path] of options.pages.entries()) {
      const scripted = await firstFilm(session, site.url, path);
      for (const kind of options.kinds)
        for (let round = 0; round < options.mutants; round++) {
          const seed = options.seed * 7919 + at * 131 + round * 17 + kind.length;
          verdicts.push(await judge(session, site.url, scripted, kind, seed));
        }
    }
    return verdicts;
  } finally {
    await session.close();
    await site.close();
    await rm(tempDir, { recursive: true, force: true });
  }
}

async function open({ tab, page }: BrowserSession, url: string): Promise<void> {
  await tab.during(page.goto(url, { waitUntil: 'load', timeout: 90_000 }));
  await tab.clock.idle(60);
}

async function firstFilm(session: BrowserSession, url: string, path: string): Promise<Scripted> {
  const { tab, page } = session;
  await open(session, url + path);
  const planned: Step[] = await tab.during(
    (async () => {
      const client = await openPageClient(page, new AbortController().signal);
      const view = await observe(client, page.url());
      const aim = aimWith(client);
      const controls = spread(
        view.controls.filter((one) => one.visible && !one.overlay && one.name),
        perPage.presses,
      );
      const targets = [];
      for (const control of controls) targets.push({ press: true, target: await aim.control(control) });
      for (const section of spread(
        view.sections.filter((one) => one.heading),
        perPage.looks,
      ))
        targets.push({ press: false, target: await aim.section(section) });
      await client.close();
      return targets.map(({ press, target: { selectors, note } }) =>
        press
          ? { type: 'click' as const, selectors, offsetX: 4, offsetY: 4, showreel: note }
          : {
              type: 'customStep' as const,
              name: 'showreel.camera' as const,
              parameters: { selectors },
              showreel: note,
            },
      );
    })(),
  );
  const steps: Scripted['steps'] = [];
  for (const step of planned) {
    const selectors = selectorsOf(step);
    const found = await locate(tab, step, selectors);
    if (!isFound(found)) continue;
    const identity = await identify(tab, step, found.element);
    steps.push({ step: { ...step, showreel: { ...step.showreel, identity } }, selectors });
  }
  return { path, steps };
}

const selectorsOf = (step: Step): Selectors =>
  (step.type === 'customStep'
    ? step.parameters.selectors
    : 'selectors' in step
      ? step.selectors
      : undefined) ?? [];

/** Takes `most` entries evenly from the list, so that some come from the header, the middle and the footer. */
const spread = <T>(list: T[], most: number): T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]!);

async function judge(
  session: BrowserSession,
  url: string,
  { path, steps }: Scripted,
  kind: string,
  seed: number,
): Promise<Verdict> {
  const { tab, page } = session;
  await open(session, url + path);
  for (const [index, { step, selectors }] of steps.entries()) {
    const found = await locate(tab, step, selectors);
    if (isFound(found))
      await tab.askOf(found.element, (one, name) => one.setAttribute(name, ''), `data-truth-${index}`);
    if (isFound(found)) await tab.askOf(found.element, (one) => one.setAttribute('data-truth', ''));
  }
  await tab.answer(
    page.evaluate(
      `(() => { const Mutator = ${String(Mutator)}; new Mutator(${seed}).apply(${JSON.stringify(kind)}); })()`,
    ),
  );
  await tab.clock.idle(60);
  const verdict: Verdict = {
    path,
    kind,
    seed,
    possible: 0,
    right: 0,
    wrong: 0,
    wrongPresses: 0,
    lost: 0,
    notes: [],
  };
  for (const [index, { step, selectors }] of steps.entries()) {
    const possible = await tab.ask(isThere, `data-truth-${index}`);
    if (possible) verdict.possible++;
    const found = await locate(tab, step, selectors);
    const what = `${step.type} ${step.showreel?.identity?.role} “${step.showreel?.identity?.name.slice(0, 40)}”`;
    if (!isFound(found)) {
      verdict.lost++;
      if (possible) verdict.notes.push(`${what} ${found.lost}: ${found.candidates.join(' | ')}`);
    } else if (await tab.askOf(found.element as ElementHandle<Element>, isThat, `data-truth-${index}`))
      verdict.right++;
    else {
      verdict.wrong++;
      if (step.type !== 'customStep') verdict.wrongPresses++;
      const got = await tab.askOf(found.element, (one) => one.outerHTML.slice(0, 90));
      verdict.notes.push(
        `${what} WRONG${possible ? '' : ' (gone)'}: ${got} ${found.message ?? found.selector}`,
      );
    }
  }
  return verdict;
}

function isThere(name: string): boolean {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const one of document.querySelectorAll('*')) if (one.shadowRoot) roots.push(one.shadowRoot);
  const element = roots.map((root) => root.querySelector(`[${name}]`)).find(Boolean);
  const box = element?.getBoundingClientRect();
  return (
    (box?.width ?? 0) > 1 && (box?.height ?? 0) > 1 && element!.checkVisibility({ visibilityProperty: true })
  );
}

/** Is this the marked element, its part or its parent with the same text, or another link with the same text and address? */
function isThat(element: Element, name: string): boolean {
  const truth = (element.getRootNode() as Document | ShadowRoot).querySelector(`[${name}]`);
  if (!truth) return false;
  const nested = truth.contains(element) || element.contains(truth);
  if (truth === element || (nested && truth.textContent === element.textContent)) return true;
  const same = (one: Element) => `${(one as HTMLAnchorElement).href} ${one.textContent?.trim()}`;
  return (
    element instanceof HTMLAnchorElement &&
    truth instanceof HTMLAnchorElement &&
    same(element) === same(truth)
  );
}

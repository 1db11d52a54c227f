/**
 * How much of what a viewer would call a fault the critic finds. Faults are planted in pages of the planning bench: on pages that the critic
 * was worked on with, and on pages that it had never seen. Films of pages as they are, planned as usual, count what is flagged wrongly.
 */
import { planningSets } from '../../../test/planning/cases/index.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { quantile } from '../race.ts';
import { plantedFaults } from './faults.ts';
import { examine } from './film.ts';
import { servePlanted } from './planting-server.ts';
import { type SiteCase, sitesIn } from './sites.ts';

/** The pages that the critic was worked on with. The last ten were pages of a first sight: see docs/critic.md. */
const known = [
  'fixture/docs/index.html',
  'fixture/shop/index.html',
  'template/agency/index.html',
  'template/sb-admin/index.html',
  'fixture/airline/index.html',
  'fixture/clinic/index.html',
  'fixture/conference/index.html',
  'fixture/museo/index.html',
  'fixture/velo/index.html',
  'template/business-casual/index.html',
  'template/clean-blog/about.html',
  'template/grayscale/index.html',
  'template/modern-business/about.html',
  'template/shop-item/index.html',
];
/** Faults were planted in these only after the critic was finished. */
const unseen = [
  'fixture/api-docs/index.html',
  'fixture/boulangerie/index.html',
  'fixture/dentist/index.html',
  'fixture/farebox/index.html',
  'fixture/harbour-fest/index.html',
  'fixture/open-roles/index.html',
  'fixture/tarife/index.html',
  'template/creative/index.html',
  'template/new-age/index.html',
  'template/resume/index.html',
];
/** What people saw in films of pages as they are, and what is therefore not flagged wrongly. */
const reallyThere: Record<string, string> = {
  // Its banner comes back.
  'fixture/planner-soup/index.html': 'banner_left',
  // Its buttons lead to “#!”.
  'template/modern-business/portfolio-overview.html': 'nothing_happened',
  'template/modern-business/portfolio-item.html': 'nothing_happened',
  'template/sb-admin/404.html': 'error_page',
  // Its form is sent by a script of another host, which the bench does not reach.
  'template/clean-blog/contact.html': 'nothing_happened',
  // Its button changes nothing but the title.
  'fixture/planner-maze/booking.html': 'nothing_happened',
  // Of the sites: presses that lead nowhere, and white headlines on white.
  'site/metropolis/index.html': 'nothing_happened',
  'site/portfolio-item/index.html': 'nothing_happened',
  'site/css3-photo-two/index.html': 'nothing_happened',
  'site/next-responsive-coming-soon-bootstrap-template/index.html': 'text_too_pale',
  'site/glips-responsive-free-coming-soon-bootstrap-template/index.html': 'text_too_pale',
  // The server of the bench has nothing for its button.
  'fixture/drive-shop/index.html': 'nothing_happened',
};
const seconds = 6;
/**
 * CRITIC_PAGES=known|unseen|good|sites measures these alone, CRITIC_KIND=kind one kind of fault. CRITIC_SITES=folder has further sites, of
 * which CRITIC_HALF=first|second takes every other one, and CRITIC_ONLY=text those whose name has it.
 */
const part = process.env.CRITIC_PAGES;
const sites = process.env.CRITIC_SITES;
const only = process.env.CRITIC_ONLY ?? '';
const onlyKind = process.env.CRITIC_KIND;

const figure = figuresOf('critic');

export async function benchCritic(): Promise<Figure[]> {
  const server = await servePlanted(sites);
  try {
    const addedMs: number[] = [];
    const figures: Figure[] = [];
    for (const [name, pages] of [
      ['pages it was worked on with', known],
      ['pages never seen before', unseen],
    ] as const) {
      if (part && part !== (pages === known ? 'known' : 'unseen')) continue;
      figures.push(...(await plantOn(pages, name, { urlOf: server.urlOf, addedMs })));
    }
    const bench = { urlOf: server.urlOf, addedMs };
    if (!part || part === 'good')
      figures.push(...(await filmGood(planningCases(), 'pages as they are', bench)));
    if (sites && (!part || part === 'sites'))
      figures.push(
        ...(await filmGood(await sitesIn(sites, process.env.CRITIC_HALF), 'sites never seen before', bench)),
      );
    return [
      ...figures,
      figure('what the critic adds to a film, p50', quantile(addedMs, 0.5), 'ms'),
      figure('what the critic adds to a film, most (at most 1000)', Math.max(...addedMs), 'ms'),
    ];
  } finally {
    await server.stop();
  }
}

interface Bench {
  urlOf(page: string, html?: string): string;
  addedMs: number[];
}

/** Every shape of every fault, each on the next page. */
async function plantOn(pages: readonly string[], name: string, bench: Bench): Promise<Figure[]> {
  let [planted, caught, next] = [0, 0, 0];
  for (const { kind, codes, shapes, steps } of plantedFaults) {
    if (onlyKind && kind !== onlyKind) continue;
    for (const { html = '', tamper } of shapes) {
      const page = pages[next++ % pages.length]!;
      const url = bench.urlOf(page, html);
      const given = { url, prompt: 'Show the offer', seconds, steps, ...(tamper && { tamper: tamper() }) };
      const { found, addedMs } = await examine(given);
      if (addedMs !== null) bench.addedMs.push(addedMs);
      const isCaught = found.some(({ code }) => codes.includes(code));
      planted++;
      caught += Number(isCaught);
      const said = found.map(({ code, message }) => `${code}: ${message}`).join(' | ') || 'nothing';
      console.error(`${isCaught ? '✓' : '✗'} ${kind} on ${page}: ${said}`);
    }
  }
  return [
    figure(`caught, of ${planted} planted faults on ${name} (at least 95)`, (100 * caught) / planted, '%'),
  ];
}

/** One prompt for each page of the planning bench. */
function planningCases(): SiteCase[] {
  const cases = new Map<string, string>();
  for (const { cases: all } of planningSets)
    for (const { page, prompt } of all)
      if (!page.startsWith('sample/') && !cases.has(page)) cases.set(page, prompt);
  return [...cases].map(([page, prompt]) => ({ page, prompt }));
}

async function filmGood(all: readonly SiteCase[], name: string, bench: Bench): Promise<Figure[]> {
  const cases = all.filter(({ page }) => page.includes(only));
  let [flagged, wrongly] = [0, 0];
  for (const { page, prompt } of cases) {
    const { found, addedMs } = await examine({ url: bench.urlOf(page), prompt, seconds });
    if (addedMs !== null) bench.addedMs.push(addedMs);
    flagged += Number(found.length > 0);
    wrongly += Number(found.some(({ code }) => code !== reallyThere[page]));
    const said = found.map(({ code, message }) => `${code}: ${message}`).join(' | ') || 'nothing';
    console.error(`${found.length > 0 ? '!' : '✓'} ${page} “${prompt}”: ${said}`);
  }
  const share = (count: number) => (100 * count) / cases.length;
  return [
    figure(`flagged, of ${cases.length} films of ${name}`, share(flagged), '%'),
    figure('of these films, flagged for what is not there (at most 2)', share(wrongly), '%'),
  ];
}

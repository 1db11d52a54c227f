/**
 * What people wrote down for the planning bench, as decisions: which control a press, an entry or a choice is meant for. Only what is on
 * the page at first counts, since the cases say nothing of the screens after that.
 */
import { fieldCandidates } from '../../src/planner/deeds/field-candidates.ts';
import { pressCandidates } from '../../src/planner/deeds/press-candidates.ts';
import { wayCandidates } from '../../src/planner/deeds/way-candidates.ts';
import { type Decision, openPageClient } from '../../src/planner/index.ts';
import { perceive } from '../../src/planner/page/perceive.ts';
import type { Item, Screen } from '../../src/planner/page/screen.ts';
import type { Deed } from '../../src/planner/prompt/deed.ts';
import { readDeeds } from '../../src/planner/prompt/read-deeds.ts';
import { planningSets } from '../../test/planning/cases/index.ts';
import { isLike, type PlanningCase } from '../../test/planning/expectation.ts';
import { servePlanningPages } from '../../test/planning/pages.ts';
import { testBrowser } from '../../test/support/browser.ts';
import type { TaskDecisions } from './decisions.ts';

/** The name under which these decisions stand beside the applications'. */
export const ownPages = 'pages of the planning bench';

export async function writtenCases(): Promise<TaskDecisions[]> {
  const [{ browser, close }, pages] = await Promise.all([testBrowser(), servePlanningPages()]);
  try {
    const found: TaskDecisions[] = [];
    for (const one of planningSets.flatMap(({ cases }) => cases)) {
      const deeds = readDeeds(one.prompt);
      if (deeds.length === 0 || !one.expect.acts?.length) continue;
      const page = await browser.newPage();
      await page.setViewport({ width: 1440, height: 900 });
      await page.goto(pages.urlOf(one.page));
      const client = await openPageClient(page, new AbortController().signal);
      const decisions = decisionsFor(one, deeds, await perceive(client));
      await page.close();
      found.push({ app: ownPages, task: `${one.page}: ${one.prompt}`, ok: true, decisions });
    }
    return found;
  } finally {
    await Promise.all([close(), pages.stop()]);
  }
}

function decisionsFor({ expect }: PlanningCase, deeds: readonly Deed[], screen: Screen): Decision[] {
  const acts = (expect.acts ?? []).filter((act) => !act.startsWith('?')).map(actOf);
  const entries = deeds.flatMap((deed) =>
    deed.fields.flatMap((field): Decision[] => {
      const { value } = field;
      const act = acts.find((one) => value.to === 'text' && isSame(one.value, value.text));
      const scope = { mentions: [], reached: new Map(), container: null };
      return act ? decision('field', fieldCandidates(screen, field, scope), act.name) : [];
    }),
  );
  const [deed] = deeds;
  const [act] = acts;
  // Of several deeds and acts, nobody says which belong together.
  if (!deed || !act || deeds.length > 1 || acts.length > 1 || act.value !== null) return entries;
  const scope = { mentions: [], reached: new Map(), container: null };
  return deed.kind === 'open'
    ? decision('way', wayCandidates(screen, deed, new Map(), null), act.name)
    : [...entries, ...decision('press', pressCandidates(screen, deed, scope), act.name)];
}

/** `click Pricing`, `change Email = a@b.c`, `click Save job@5`. */
function actOf(written: string) {
  const [, name = '', value = null] = /^\S+ (.*?)(?:@\d+)?(?: = (.*))?$/su.exec(written) ?? [];
  return { name, value };
}

const isSame = (one: string | null, other: string) =>
  one !== null && one.toLowerCase() === other.toLowerCase();

/** Nothing where no candidate is called so: the right one is behind something, and the page teaches nothing about it. */
function decision(
  ranking: Decision['ranking'],
  candidates: readonly { item: Item; features: Readonly<Record<string, number>>; confidence: number }[],
  name: string,
): Decision[] {
  const isRight = ({ item }: { item: Item }) =>
    isLike(item.name, name) || item.labels.some((label) => isLike(label, name));
  if (!candidates.some(isRight)) return [];
  return [
    {
      ranking,
      isFilmed: true,
      candidates: candidates.map((one) => ({
        features: one.features,
        confidence: one.confidence,
        outcome: isRight(one) ? ('filmed' as const) : ('untried' as const),
      })),
    },
  ];
}

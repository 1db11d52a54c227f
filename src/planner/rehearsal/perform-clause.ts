import { wholeWords } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { wordsFor } from '../language/vocabulary.ts';
import { fold } from '../language/words.ts';
import { leastNamedScore } from '../match/interest.ts';
import { matchControl } from '../match/match.ts';
import { rankPlaces } from '../match/passages.ts';
import { namedPart } from '../match/rank.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import type { ShotAction } from '../storyboard/shots.ts';
import { hold, sceneOf, sectionShot } from '../storyboard/stage.ts';
import { filterBy, sortBy } from './act-choose.ts';
import { fillIn, typeInto } from './act-form.ts';
import { pressControl, pressNamed } from './act-press.ts';
import { searchFor } from './act-search.ts';
import { type ClauseContext, ofClause } from './context.ts';
import { approach, because, sectionOf, showInstead } from './moves.ts';

/** Acts on the clauses of a prompt, one after the other. */
export const inTurn = (clauses: Clause[], signal: AbortSignal) => async (context: ClauseContext) => {
  for (const [index, clause] of clauses.entries()) {
    signal.throwIfAborted();
    await actClause(ofClause(context, clauses, index), clause);
  }
};

/** Turns one clause into shots and plays its action on the page. A clause that nothing on the page fits is noted as unmet. */
export async function actClause(context: ClauseContext, clause: Clause): Promise<void> {
  switch (clause.verb) {
    case 'show':
      return show(context, clause);
    case 'scroll':
      return scroll(context, clause);
    case 'wait':
      return context.storyboard.add({
        scene: sceneOf(null, 'Rest', 'The prompt asks to wait.', [clause.said]),
        actions: [hold(2)],
        value: 105,
        intent: clause.said,
      });
    case 'type':
      return typeInto(context, clause);
    case 'search':
      return searchFor(context, clause);
    case 'fill':
      return fillIn(context, clause);
    case 'filter': {
      const folded = await filterBy(context, clause);
      return folded ? pressControl(context, folded.clause, folded.match) : undefined;
    }
    case 'sort':
      return sortBy(context, clause);
    case 'hover':
      return hover(context, clause);
    default:
      return pressNamed(context, clause);
  }
}

async function show(context: ClauseContext, clause: Clause): Promise<void> {
  if (terms(clause.object).length === 0) return;
  const best = rankPlaces(context.page.view.sections, clause.object)[0];
  if (!best || best.score < leastNamedScore) return hover(context, clause);
  const part = namedPart(best.section, clause.object) ?? undefined;
  const choice = { section: best.section, why: because(clause), evidence: best.evidence, value: 110, part };
  const shot = await sectionShot(context.page, choice);
  context.page.scrolledTo(best.section.box.y);
  context.storyboard.add({ ...shot, intent: clause.said });
}

const bottom = new RegExp(wholeWords(wordsFor('prompt', 'bottom')), 'u');
const top = new RegExp(wholeWords(wordsFor('prompt', 'top')), 'u');

async function scroll(context: ClauseContext, clause: Clause): Promise<void> {
  const where = fold(clause.object);
  const end = bottom.test(where) ? 'bottom' : top.test(where) ? 'top' : null;
  const best = end === null ? rankPlaces(context.page.view.sections, clause.object)[0] : undefined;
  if (best && best.score >= leastNamedScore) {
    const actions: ShotAction[] = [
      { do: 'wide' },
      { do: 'glide', target: await context.page.aim.section(best.section) },
      hold(1),
    ];
    context.page.scrolledTo(best.section.box.y);
    return context.storyboard.add({
      scene: sceneOf(
        best.section,
        `Scroll to ${best.section.heading ?? best.section.kind}`,
        because(clause),
        best.evidence,
      ),
      actions,
      value: 110,
      intent: clause.said,
    });
  }
  const to = end ?? 'bottom';
  context.page.scrolledTo(
    to === 'top' ? 0 : context.page.view.pageHeight - context.page.view.viewport.height,
  );
  context.storyboard.add({
    scene: sceneOf(null, `Scroll to the ${to}`, because(clause), [clause.said]),
    actions: [{ do: 'wide' }, { do: 'glide', to }, hold(1)],
    value: 110,
    intent: clause.said,
  });
}

async function hover(context: ClauseContext, clause: Clause): Promise<void> {
  const match = matchControl(context.page.view, clause, context.page.top);
  if (!match) return showInstead(context, clause);
  const target = await context.page.aim.control(match.control);
  const actions: ShotAction[] = [
    ...(await approach(context, match.control)),
    { do: 'hover', target },
    hold(1, target),
  ];
  context.storyboard.add({
    scene: sceneOf(
      sectionOf(context, match.control),
      `Hover over “${match.control.name}”`,
      because(clause),
      match.evidence,
    ),
    actions,
    value: 120,
    intent: clause.said,
  });
}

import type { AutoSelection, TemplateId } from '../../recorder/contract/presentation.ts';
import { conceptsOf } from '../language/concepts.ts';
import { wholeWords } from '../language/patterns.ts';
import { wordsFor } from '../language/vocabulary.ts';
import { fold } from '../language/words.ts';
import type { Interest } from '../match/interest.ts';
import { isPressable } from '../page/observe.ts';
import type { PageView, SectionKind } from '../page/view.ts';
import { type Clause, isAction } from '../prompt/clauses/parse-prompt.ts';
import { mainAction } from '../storyboard/stage.ts';
import { cut } from '../storyboard/title.ts';

/**
 * Picks a template where the user left it open, and says why. It goes by what the prompt asks for, then by what the page has.
 */
export function chooseTemplate(
  view: PageView,
  prompt: string,
  clauses: Clause[],
  interest: Interest,
  durationMs: number,
): AutoSelection {
  const scores = new Map<TemplateId, number>();
  const signals: { text: string; for: TemplateId; weight: number }[] = [];
  const vote = (id: TemplateId, weight: number, text: string) => {
    scores.set(id, (scores.get(id) ?? 0) + weight);
    signals.push({ text, for: id, weight });
  };
  voteByPrompt(prompt, clauses, interest, vote);
  voteByPage(view, durationMs, vote);
  const order = [...scores].sort((a, b) => b[1] - a[1]);
  const [selectedId, top] = order[0] ?? ['cinematic', 0];
  const margin = top - (order[1]?.[1] ?? 0);
  const reasons = signals.filter((signal) => signal.for === selectedId).sort((a, b) => b.weight - a.weight);
  const section = interest.named[0]?.section;
  const hint = selectedId === 'section-focus' ? section?.heading : undefined;
  return {
    selectedId,
    ...(hint && { sectionHint: cut(hint, 120) }),
    confidence: Math.round(100 * Math.min(0.97, 0.4 + 0.09 * top + 0.07 * margin)) / 100,
    reason: cut(`${reasons[0]?.text ?? 'The page has several sections'}: ${purposes[selectedId]}.`, 500),
    source: 'heuristic',
    signals: [...new Set(reasons.map(({ text }) => cut(text, 240)))].slice(0, 8),
  };
}

const purposes: Record<TemplateId, string> = {
  cinematic: 'slow close-ups tell the page as a story',
  'guided-tour': 'each stop is pointed at and named',
  'plain-scroll': 'a calm scroll lets the text be read',
  'section-focus': 'the film stays with that one section',
  'hero-spotlight': 'the film stays with the opening of the page',
  'feature-sweep': 'the camera goes from feature to feature',
  'conversion-flow': 'the film leads to the action the page wants',
  'pricing-focus': 'the plans are compared closely',
  'proof-scroll': 'the film follows those who vouch for it',
};

type Vote = (id: TemplateId, weight: number, text: string) => void;

const templateOfKind: Partial<Record<SectionKind, TemplateId>> = {
  pricing: 'pricing-focus',
  features: 'feature-sweep',
  proof: 'proof-scroll',
  hero: 'hero-spotlight',
};

const manner = (list: 'guided' | 'cinematic' | 'calm') => new RegExp(wholeWords(wordsFor('film', list)), 'u');
const [guided, cinematic, calm] = [manner('guided'), manner('cinematic'), manner('calm')];

function voteByPrompt(prompt: string, clauses: Clause[], { named }: Interest, vote: Vote): void {
  const text = fold(prompt);
  const actions = clauses.filter(isAction);
  const said = (words: RegExp, id: TemplateId, weight: number) => {
    const found = words.exec(text)?.[0];
    if (found) vote(id, weight, `The prompt says “${found.trim()}”`);
  };
  said(guided, 'guided-tour', 2.5);
  said(cinematic, 'cinematic', 3);
  said(calm, 'plain-scroll', actions.some(({ verb }) => verb !== 'scroll') ? 0.8 : 2.4);
  if (actions.some(({ verb }) => verb === 'start' || verb === 'submit'))
    vote('conversion-flow', 2.6, 'The prompt ends in a sign-up or a submission');
  if (actions.length >= 2) vote('guided-tour', 2.5, `The prompt asks for ${actions.length} actions in a row`);
  else if (actions.length === 1) vote('guided-tour', 2, 'The prompt asks for an action');
  const kinds = [...new Set(named.map(({ section }) => section.kind))];
  const one = named.length === 1 ? named[0]! : null;
  for (const kind of kinds) {
    const template = templateOfKind[kind];
    // These templates stay with one section, so two sections of one kind do not count as one.
    const alone = kinds.length === 1 && named.length === 1;
    if (template && actions.length === 0)
      vote(template, alone ? 3 : 1.2, `The prompt speaks of the ${kind} section`);
  }
  if (one && !templateOfKind[one.section.kind] && actions.length === 0)
    vote(
      'section-focus',
      3,
      `The prompt speaks of one section, ${one.section.heading ? `“${one.section.heading}”` : one.section.kind}`,
    );
  if (named.length >= 2) vote('guided-tour', 2.5, `The prompt names ${named.length} parts of the page`);
  const concepts = conceptsOf(prompt);
  if (concepts.includes('signup') && actions.length === 0)
    vote('conversion-flow', 1.5, 'The prompt is about signing up');
}

function voteByPage(view: PageView, durationMs: number, vote: Vote): void {
  const kinds = new Set(view.sections.map(({ kind }) => kind));
  const content = view.sections.filter(({ kind }) => kind !== 'header' && kind !== 'footer');
  const screens = view.pageHeight / Math.max(1, view.viewport.height);
  if (content.length === 0) vote('plain-scroll', 3, 'The page has no sections to tell apart');
  else if (screens <= 1.4 && content.length <= 2) vote('hero-spotlight', 1.6, 'The page fits on one screen');
  else if (kinds.has('features') || kinds.has('pricing') || kinds.has('proof'))
    vote('cinematic', 1.5, `A product page with ${content.length} sections`);
  else vote('plain-scroll', content.length >= 4 ? 1.6 : 1.2, 'A page of text without product sections');
  if (durationMs >= 25_000 && content.length >= 6) vote('guided-tour', 0.4, 'There is time for a tour');
  if (mainAction(view, isPressable) && durationMs >= 9_000)
    vote('conversion-flow', 0.5, 'The page has a clear call to action');
}

import { shorten } from '../text.ts';
import type { PageView, Section } from './page/view.ts';
import type { PageOutline } from './plan.ts';
import { kindNames } from './storyboard/stage.ts';
import { suggestionsFor } from './suggest.ts';

/** A page of 40 sections is named by the first of them. */
const mostSections = 24;

/** The page in short, for a person who waits for the plan. */
export const outlineOf = (view: PageView): PageOutline => ({
  title: shorten(view.siteName ?? view.title, 160),
  sections: view.sections
    .filter(({ kind }) => kind !== 'header' && kind !== 'footer')
    .slice(0, mostSections)
    .map((section) => ({ kind: section.kind, name: nameOf(section) })),
  suggestions: suggestionsFor(view),
});

function nameOf({ heading, aliases, kind }: Section): string {
  const plain = kindNames[kind].replace(/^(?:the|a) /, '');
  return shorten(heading ?? aliases[0] ?? plain.charAt(0).toUpperCase() + plain.slice(1), 90);
}

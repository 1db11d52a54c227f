import { shorten } from '../text.ts';
import type { PageView, Section, SectionKind } from './page/view.ts';
import { kindNames } from './storyboard/stage.ts';
import { suggestionsFor } from './suggest.ts';

/** What a person is told of a page while its film is still being planned. */
export interface PageOutline {
  title: string;
  /** In reading order, each by the name that the page gives it. */
  sections: { kind: SectionKind; name: string }[];
  /** Sentences that the built-in planner fulfils on this page, the most telling first. */
  suggestions: string[];
}

/** A page of 40 sections is named by the first of them. */
const mostSections = 24;

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

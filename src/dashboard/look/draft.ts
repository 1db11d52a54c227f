import { useEffect, useState } from 'react';
import type { Inputs } from '../data/api.ts';
import type { DemoDetail } from '../parts/demo-state.ts';
import { type Shape, usualShape } from '../parts/shapes.ts';

export type Presentation = Inputs['looks']['show']['presentation'];
type Part = 'zoom' | 'cursor' | 'clickEffect' | 'fade' | 'windowAnimation';

/**
 * A look that is tried out: the film's shape, and a presentation with every member that can be set. A touch screen has no style of cursor of
 * its own. The window may be left to the page: then it is not named.
 */
export type Draft = Look & { aspect: Shape };
type Look = Required<Omit<Presentation, Part | 'mockup' | 'recordingTemplate'>> & {
  mockup: NonNullable<Presentation['mockup']> | 'page';
} & {
  [Name in Part]-?: Required<Omit<NonNullable<Presentation[Name]>, 'style'>> &
    Pick<NonNullable<Presentation[Name]>, 'style' & keyof NonNullable<Presentation[Name]>>;
} & Pick<Presentation, 'recordingTemplate'>;

/** What the service makes of what a presentation leaves out. A test compares both. */
const defaults: Look = {
  background: 'brand',
  mockup: 'page',
  zoom: { enabled: true, intensity: 1.6, transitionMs: 700 },
  padding: 0.08,
  cursor: { color: '#111111', size: 28 },
  clickEffect: { style: 'pulse', color: '#6366f1', scale: 1 },
  fade: { inMs: 400, outMs: 400, color: 'black' },
  windowAnimation: { intro: true, outro: true, introDurationMs: 600, outroDurationMs: 600 },
  debugHud: false,
};

export function complete(given: Presentation): Look {
  const { zoom, cursor, clickEffect, fade, windowAnimation } = given;
  return {
    ...defaults,
    ...given,
    zoom: { ...defaults.zoom, ...zoom },
    cursor: { ...defaults.cursor, ...cursor },
    clickEffect: { ...defaults.clickEffect, ...clickEffect },
    fade: { ...defaults.fade, ...fade },
    windowAnimation: { ...defaults.windowAnimation, ...windowAnimation },
  };
}

/** How the shown version looks. */
export function shownLook(demo: Pick<DemoDetail, 'presentation' | 'aspect' | 'window_follows_page'>): Draft {
  const shown = complete(readJson<Presentation>(demo.presentation) ?? {});
  const aspect = demo.aspect ?? usualShape;
  return { ...shown, aspect, ...(demo.window_follows_page && { mockup: 'page' as const }) };
}

export const isSame = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other);

/** What the planner chose stands in the template. It is the service's to say, so it is not sent back. */
export function asAsked({ recordingTemplate, mockup, aspect: _, ...draft }: Draft): Presentation {
  const asked: Presentation = mockup === 'page' ? draft : { ...draft, mockup };
  if (!recordingTemplate) return asked;
  const { id, sectionHint } = recordingTemplate;
  return { ...asked, recordingTemplate: { id, ...(sectionHint && { sectionHint }) } };
}

/** The look that is being tried out. A reload keeps it until a further version is shown. */
export function useDraft(demo: DemoDetail) {
  const name = `look:${demo.id}:${demo.version}`;
  const shown = shownLook(demo);
  const [draft, setDraft] = useState(() => keptDraft(name) ?? shown);
  useEffect(() => {
    try {
      sessionStorage.setItem(name, JSON.stringify(draft));
    } catch {
      // A full or forbidden storage costs what a reload would have kept, and nothing else.
    }
  }, [name, draft]);
  return { draft, setDraft, shown };
}

function keptDraft(name: string): Draft | null {
  try {
    return readJson<Draft>(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}

const readJson = <Value>(text: string | null): Value | null =>
  text === null ? null : (JSON.parse(text) as Value);

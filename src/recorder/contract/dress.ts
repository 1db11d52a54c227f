import { brandBackdrop } from './brand-stage.ts';
import type { PageLook } from './page-look.ts';
import type { DressedPresentation, ResolvedPresentation } from './presentation.ts';

type Dress = Pick<ResolvedPresentation, 'background' | 'mockup'>;

/** Whether stage or window depend on what the page looks like. */
export const followsPage = ({ background, mockup }: Dress): boolean =>
  isBrand(background) || mockup === 'macos';

/** The presentation of a film of a page: where it leaves stage or window to the page, they are as that page is. */
export function dressedFor(look: PageLook, presentation: ResolvedPresentation): DressedPresentation {
  const { background, mockup } = presentation;
  return {
    ...presentation,
    background: isBrand(background) ? brandBackdrop(look) : background,
    mockup: mockup === 'macos' ? (look.isDark ? 'macos-dark' : 'macos-light') : mockup,
  };
}

const isBrand = (background: Dress['background']) =>
  typeof background === 'string' && background.trim().toLowerCase() === 'brand';

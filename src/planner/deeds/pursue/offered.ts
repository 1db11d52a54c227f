import type { Screen } from '../../page/screen.ts';

/** The reason why nothing was done. */
export const offered = (screen: Screen, asked: string) => {
  const names = screen.items
    .filter(
      ({ isPressable, name, kind }) =>
        isPressable && name !== '' && /^(?:button|link|tab|menu-item|toggle)$/.test(kind),
    )
    .map(({ name }) => `“${name.slice(0, 40)}”`);
  return `Nothing on the page fits “${asked}” well enough. The page offers ${[...new Set(names)].slice(0, 6).join(', ') || 'nothing to press'}.`;
};

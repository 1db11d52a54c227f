import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';

/** A token of `theme.css` in each of the ten shades that Mantine asks for. `tokens.css` says what is made of it. */
const shades = (token: string) =>
  Array.from({ length: 10 }, () => `var(--${token})`) as unknown as MantineColorsTuple;

/** Mantine in the look of all our pages: every colour is a token of `src/web/assets/theme.css`. */
export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: shades('accent'), fault: shades('fault'), good: shades('good'), warn: shades('warn') },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // On the light accent of the dark scheme, text is dark. Mantine would take white.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
  },
});

import type { CDPSession, Page } from 'puppeteer-core';

/**
 * Sees to it that generic families are fonts. Chromium takes `sans-serif` for Arial; where that is not installed the family
 * is skipped like any other that is missing, and a list that ends in an emoji font, as many do, gets its spaces and digits
 * from there, three times as wide. Ask before the first page: it can be set once.
 */
export async function nameGenericFonts(page: Page, cdp: CDPSession): Promise<void> {
  const skipped = await page.evaluate(skippedFamilies, Object.keys(families));
  const fontFamilies = Object.assign(
    {},
    ...skipped.map((family) => families[family as keyof typeof families]),
  );
  if (skipped.length > 0) await cdp.send('Page.setFontFamilies', { fontFamilies });
}

const families = {
  'sans-serif': { sansSerif: 'Noto Sans' },
  serif: { serif: 'Noto Serif' },
  monospace: { fixed: 'Noto Sans Mono' },
  cursive: { cursive: 'Noto Sans' },
  fantasy: { fantasy: 'Noto Sans' },
};

function skippedFamilies(names: string[]): string[] {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return [];
  const width = (family: string) => {
    context.font = `40px ${family}`;
    return context.measureText('0 1 2').width;
  };
  return names.filter((name) => width(name) !== width(`${name}, "Noto Color Emoji"`));
}

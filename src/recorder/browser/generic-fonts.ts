import type { CDPSession, Page } from 'puppeteer-core';

/**
 * Maps generic families to installed fonts. Chromium maps `sans-serif` to Arial. Where Arial is not installed, Chromium skips the
 * family like any other missing one. Many font lists end in an emoji font; such a list then takes its spaces and digits from the
 * emoji font, three times as wide. Call it before the first page: Chromium accepts the mapping only once.
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

import type { BrowserSession } from '../../../recorder/index.ts';

/** Hides what matches the selector on every page of the tab, whenever it comes. Nothing is agreed to. To be called before the page is loaded. */
export async function hideLeftover({ page, tab }: BrowserSession, selector: string): Promise<void> {
  await tab.answer(page.evaluateOnNewDocument(hide, selector));
}

/** Runs in the page, and so refers to nothing outside of itself. A sheet that a script makes is allowed by every policy. */
function hide(selector: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${selector} { display: none !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

import type { Page } from 'puppeteer-core';
import type { Step } from '../../src/recorder/contract/script.ts';

/** An element that can be pressed, by its text, and the middle of its box on the page. */
export interface Namesake {
  name: string;
  x: number;
  y: number;
}

export const namesakesOn = (page: Page): Promise<Namesake[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, [role=button]')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const name = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
      return { name, x: x + width / 2, y: y + height / 2 };
    }),
  );

/** Which of the elements with its name a step presses, counted from 1; null where it presses none of them. */
export function placeAmong(namesakes: readonly Namesake[], { showreel }: Step): number | null {
  const { box, name } = showreel ?? {};
  if (!box) return null;
  const alike = namesakes.filter((one) => one.name === name);
  const index = alike.findIndex(
    ({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
  );
  return index < 0 ? null : index + 1;
}

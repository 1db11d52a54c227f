/** How the documents look, and what they do in a browser. `scripts/docs.ts` hands the theme to VitePress. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { nextTick } from 'vue';
import { Credentials } from './credentials.ts';
import { fillIn } from './fill-in.ts';
import './layers.css';
import './tokens.css';
import './page.css';

/** @param anchors where the anchors of the former single page are now */
export const themeFor = (anchors: Record<string, string>): Theme => ({
  extends: DefaultTheme,
  enhanceApp({ app, router }) {
    app.component('Credentials', Credentials);
    if (typeof window === 'undefined') return;
    const known: Record<string, string> = { ...anchors, ...movedGuides };
    const moved = /^\/docs\/?$/.test(location.pathname) ? known[location.hash.slice(1)] : undefined;
    if (moved) location.replace(moved);
    router.onAfterRouteChanged = async () => {
      await nextTick();
      fillIn();
      makeScrollable();
    };
  },
});

const movedGuides = { 'embed-with-sdk-js': '/docs/embeds', 'signed-embeds': '/docs/signed-embeds' };

/** VitePress makes each block scroll sideways, but only what has the focus scrolls by keyboard. */
function makeScrollable(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.vp-doc :is(pre, table)'))
    if (block.matches('pre') || block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}

import { isOnSite } from '../../site.ts';
import { classify } from './classify.ts';
import { dangerOf } from './danger.ts';
import type { PageClient } from './page-client.ts';
import type { Control, PageView, RawControl } from './view.ts';

const largeElements = 8000;

/** Reads the present page: what there is to see, in reading order, and what can be pressed or filled in. */
export async function observe(client: PageClient, siteUrl: string): Promise<PageView> {
  const { frames: _, ...raw } = await client.read();
  if (raw.elementCount > largeElements) client.accessibility.leaveAlone();
  return {
    ...raw,
    sections: classify(raw.sections, raw),
    controls: raw.controls.map((control) => ({
      ...control,
      onSite: [control.href, control.leadsTo].every((to) => to === null || isOnSite(to, siteUrl)),
      inPage: isInPage(control, raw.url),
      danger: dangerOf(control),
    })),
  };
}

function isInPage({ href }: RawControl, pageUrl: string): boolean {
  const [link, page] = [URL.parse(href ?? ''), URL.parse(pageUrl)];
  if (!link || !page) return false;
  if (link.protocol === 'javascript:') return true;
  return (
    link.origin === page.origin &&
    link.pathname === page.pathname &&
    link.search === page.search &&
    href!.includes('#')
  );
}

/**
 * Whether a script may press a control. It has to stay on the site, and must be no payment, deletion, sign-out or download, nor
 * be in an overlay.
 */
export const isPressable = (control: Control) =>
  control.onSite && control.danger === null && !control.download && !control.overlay;

import type { Tab } from '../browser/index.ts';

/** No icon of a page needs more. */
const mostBytes = 512 * 1024;
/** A stage can do without an icon. */
const patienceMs = 800;

/** The `theme_color` of the web manifest at `url`, as it is written there; null where there is none. */
export async function readManifestColor(tab: Tab, url: string): Promise<string | null> {
  try {
    const text = (await readPageFile(tab, url))?.toString('utf8') ?? '{}';
    const said = (JSON.parse(text) as { theme_color?: unknown } | null)?.theme_color;
    return typeof said === 'string' ? said.slice(0, 100) : null;
  } catch {
    return null;
  }
}

/** The bytes of a file that the page names, such as an icon; null where it does not come. It is loaded as the page loads it. */
export async function readPageFile(tab: Tab, url: string): Promise<Buffer | null> {
  // An address that holds its file is read without the browser, which does not load it.
  if (url.startsWith('data:'))
    return fetch(url).then(
      async (file) => Buffer.from(await file.arrayBuffer()),
      () => null,
    );
  if (!/^https?:/.test(url)) return null;
  return tab.clock.freeze(load(tab, url)).catch(() => null);
}

async function load(tab: Tab, url: string): Promise<Buffer | null> {
  const { cdp } = tab;
  const { frameTree } = await tab.answer(cdp.send('Page.getFrameTree'), patienceMs);
  const options = { disableCache: false, includeCredentials: true };
  const loading = cdp.send('Network.loadNetworkResource', { frameId: frameTree.frame.id, url, options });
  const { resource } = await tab.answer(loading, patienceMs);
  const { stream, success, httpStatusCode } = resource;
  if (!success || !stream || (httpStatusCode ?? 200) >= 400) return null;
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await tab.answer(
        cdp.send('IO.read', { handle: stream }),
        patienceMs,
      );
      parts.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
      sizeBytes += parts.at(-1)!.length;
      if (sizeBytes > mostBytes) return null;
      if (eof) return Buffer.concat(parts);
    }
  } finally {
    await cdp.send('IO.close', { handle: stream }).catch(() => undefined);
  }
}

/**
 * The documents at `/docs`: written pages, and a reference drawn from the OpenAPI document. `scripts/docs.ts` builds them with
 * VitePress, and the API serves what was built. Nothing in here runs in the service.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCssVariablesTheme } from 'shiki';
import { defineConfig, type UserConfig } from 'vitepress';
import { slugOf } from './reference/slug.ts';

/** A page with its script needs no exception in the content policy: scripts and styles are files of ours. */
export function configFor({ outDir, root }: { outDir: string; root: string }, groups: string[]): UserConfig {
  return defineConfig({
    title: 'Showreel',
    titleTemplate: ':title · Showreel documents',
    description: 'How to make, show and refresh demo videos with Showreel.',
    lang: 'en',
    base: '/docs/',
    outDir,
    cacheDir: join(root, 'dist/docs-cache'),
    cleanUrls: true,
    metaChunk: true,
    // Else a style element is put into the page while the colours change.
    appearance: { disableTransition: false },
    head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
    markdown: {
      theme: { ...createCssVariablesTheme({ name: 'tokens', variablePrefix: '--code-' }), type: 'light' },
      codeTransformers: [{ name: 'classes-for-styles', span: nameColour, pre: dropStyle }],
    },
    themeConfig: {
      // The title is HTML there.
      siteTitle: wordmark,
      logoLink: { link: '/', target: '_self' },
      search: { provider: 'local' },
      outline: [2, 3],
      externalLinkIcon: false,
      nav: [
        { text: 'Guides', link: '/quickstart', activeMatch: '^/(?!reference)' },
        { text: 'Reference', link: '/reference/', activeMatch: '^/reference' },
      ],
      sidebar: sidebarOf(groups),
    },
    transformHtml: (html) => moveScriptsOut(html, outDir),
    buildEnd: () => moveIconsOut(outDir),
    vite: {
      logLevel: 'warn',
      // The compiler that this VitePress has does not know the target of our `tsconfig.json`.
      esbuild: { target: 'es2022', tsconfigRaw: '{}' },
      build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 2000 },
    },
  });
}

const wordmark =
  '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="4" width="22" height="16" rx="4"/>' +
  '<path d="M10 8.6v6.8l6-3.4z"/></svg>Showreel';

const page = (text: string, link: string) => ({ text, link });

const sidebarOf = (groups: string[]) => [
  {
    text: 'Start',
    items: [
      page('Overview', '/'),
      page('Quickstart', '/quickstart'),
      page('Authentication', '/authentication'),
      page('Lifecycle of a demo', '/lifecycle'),
    ],
  },
  {
    text: 'Show',
    items: [
      page('Media addresses', '/media'),
      page('Embeds', '/embeds'),
      page('Signed embeds', '/signed-embeds'),
      page('Recipes', '/recipes'),
    ],
  },
  {
    text: 'Automate',
    items: [
      page('Refresh from CI', '/refresh'),
      page('Review changes', '/review'),
      page('Webhooks', '/webhooks'),
      page('Command line', '/cli'),
      page('Agents (MCP)', '/mcp'),
      page('SDKs', '/sdks'),
    ],
  },
  {
    text: 'Look up',
    items: [
      page('Errors by code', '/errors'),
      page('Limits', '/limits'),
      page('Self-hosting', '/self-hosting'),
      page('Changelog', '/changelog'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('All operations', '/reference/'),
      ...groups.map((name) => page(name, `/reference/${slugOf(name)}`)),
    ],
  },
];

interface Element {
  properties: Record<string, unknown>;
}

/** The highlighter writes `style="color:var(--code-token-string)"`, which a strict policy forbids: it becomes the class `token-string`. */
function nameColour(element: Element): void {
  const [, name] = /var\(--code-([\w-]+)\)/.exec(String(element.properties.style ?? '')) ?? [];
  delete element.properties.style;
  if (name && name !== 'foreground') element.properties.class = name;
}

function dropStyle(element: Element): void {
  delete element.properties.style;
}

/** The icons of the theme are `data:` addresses in its style sheet, which a strict policy forbids as well. They become files. */
function moveIconsOut(outDir: string): void {
  const folder = join(outDir, 'assets');
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.css'))) {
    const style = readFileSync(join(folder, name), 'utf8');
    const icon = /url\("data:image\/svg\+xml,\s*(.*?)"\)/g;
    const moved = style.replaceAll(icon, (_whole, text: string) => {
      return `url("${writeAsset(outDir, 'icon', 'svg', decodeURIComponent(text))}")`;
    });
    writeFileSync(join(folder, name), moved);
  }
}

/** VitePress has two scripts in each page, which choose the colours before the first paint. They become files. */
function moveScriptsOut(html: string, outDir: string): string {
  // The style sheet of icons for social networks is empty here.
  // The two styles that VitePress writes into elements are in `page.css`.
  const lean = html
    .replace(/<link rel="preload stylesheet" href="\/docs\/vp-icons.css"[^>]*>/, '')
    .replaceAll(/ style="(?:position:relative|--vp-vh:0px);"/g, '');
  return lean.replace(
    /<script id="([\w-]+)">([\s\S]*?)<\/script>/g,
    (_whole, id: string, text: string) => `<script src="${writeAsset(outDir, id, 'js', text)}"></script>`,
  );
}

/** @returns its address, which changes with its content */
function writeAsset(outDir: string, name: string, ending: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  mkdirSync(join(outDir, 'assets'), { recursive: true });
  writeFileSync(join(outDir, 'assets', `${name}.${hash}.${ending}`), text);
  return `/docs/assets/${name}.${hash}.${ending}`;
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html, Html as Trusted } from './html.ts';

/** A whole page with its content policy. */
export interface Page {
  status: number;
  html: string;
  /** For the Content-Security-Policy header. */
  policy: string;
}

export interface PageParts {
  title: string;
  head?: Html;
  body: Html;
  style: string;
  script?: string;
  status?: number;
  /** Default `auto`, which follows the visitor's system. */
  theme?: 'light' | 'dark' | 'auto';
  /** The origins that may frame the page. Default: none. */
  frameAncestors?: string;
  /** Another origin that pictures may come from. */
  imagesFrom?: string;
  /** Another origin that films and their pictures may come from. */
  mediaFrom?: string | null;
  /** Where forms may be sent. Default: nowhere. */
  formAction?: "'self'";
  /** The origin that the script may connect to, beside our own. */
  connectTo?: string;
}

export function renderPage(parts: PageParts): Page {
  const { script } = parts;
  const isFixed = parts.theme === 'light' || parts.theme === 'dark';
  const text = html`<!doctype html>
<html lang="en"${isFixed && html` data-theme="${parts.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${isFixed ? parts.theme : 'light dark'}">
<title>${parts.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${parts.head}
<style>${new Trusted(parts.style)}</style>
</head>
<body>
${parts.body}
${script && html`<script>${new Trusted(script)}</script>`}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(parts.style)}'`,
    script ? `script-src '${hashOf(script)}'` : "script-src 'none'",
    ["img-src 'self'", parts.imagesFrom, parts.mediaFrom].filter(Boolean).join(' '),
    ["media-src 'self'", parts.mediaFrom].filter(Boolean).join(' '),
    `connect-src ${parts.connectTo ? `'self' ${parts.connectTo}` : "'self'"}`,
    "base-uri 'none'",
    `form-action ${parts.formAction ?? "'none'"}`,
    `frame-ancestors ${parts.frameAncestors ?? "'none'"}`,
  ].join('; ');
  return { status: parts.status ?? 200, html: text.text, policy };
}

/** Reads a style or a script from the folder `assets`. */
export const readAsset = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

const hashes = new Map<string, string>();

function hashOf(text: string): string {
  const known = hashes.get(text) ?? `sha256-${createHash('sha256').update(text).digest('base64')}`;
  hashes.set(text, known);
  return known;
}

export const theme = readAsset('theme.css');
export const favicon = readAsset('favicon.svg');

export const wordmark = html`<a class="wordmark" href="/"><svg viewBox="0 0 24 24" aria-hidden="true">
<rect x="1" y="4" width="22" height="16" rx="4"/><path d="M10 8.6v6.8l6-3.4z"/></svg>Showreel</a>`;

/** The pages of a sitemap (sitemaps.org), over indices of sitemaps and compressed files. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { CommandFailure, exitCodes, usageFailure } from '../failure.ts';

/** By the standard a sitemap has at most 50,000 pages, and 50 MB. */
const mostPages = 50_000;
const mostBytes = 50 * 2 ** 20;
const mostDepth = 3;

/** @param source an address or a file. @returns each page once, in the order of the sitemap. */
export async function readSitemap(source: string): Promise<string[]> {
  const pages = new Set<string>();
  await collect(source, pages, 0);
  if (pages.size === 0)
    throw usageFailure(`${source} names no page. Expected a sitemap with <loc> in each <url>.`);
  return [...pages];
}

async function collect(source: string, pages: Set<string>, depth: number): Promise<void> {
  const parser = new XMLParser({
    isArray: (name) => name === 'url' || name === 'sitemap',
    parseTagValue: false,
    removeNSPrefix: true,
  });
  const document = parser.parse(await readXml(source)) as {
    urlset?: { url?: { loc?: unknown }[] };
    sitemapindex?: { sitemap?: { loc?: unknown }[] };
  };
  for (const { loc } of document.urlset?.url ?? []) {
    if (pages.size < mostPages && typeof loc === 'string' && URL.canParse(loc.trim())) pages.add(loc.trim());
  }
  for (const { loc } of document.sitemapindex?.sitemap ?? []) {
    if (depth < mostDepth && typeof loc === 'string') await collect(loc.trim(), pages, depth + 1);
  }
}

async function readXml(source: string): Promise<string> {
  const bytes = /^https?:\/\//.test(source) ? await fetchBytes(source) : await readBytes(source);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes).toString('utf8');
}

async function fetchBytes(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch((fault: Error) => {
    throw notRead(url, fault.message);
  });
  if (!answer.ok) throw notRead(url, `it was answered with ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.length > mostBytes) throw notRead(url, 'it has more than 50 MB');
  return bytes;
}

const readBytes = (path: string) =>
  readFile(path).catch((fault: Error) => {
    throw notRead(path, fault.message);
  });

const notRead = (source: string, why: string) =>
  new CommandFailure(exitCodes.failed, `The sitemap ${source} cannot be read: ${why}.`, {
    code: 'no_sitemap',
  });

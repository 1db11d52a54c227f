import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import type { TestApi } from './api.ts';
import type { TestBrowser } from './browser.ts';
import { watch } from './pages.ts';
import { serveSite } from './site.ts';

export interface HostSite {
  /** `http://localhost:port`, which is another site than that of the service, on 127.0.0.1. */
  url: string;
  projectId: string;
  /** A publishable key of the project's owner. */
  key: string;
  /** Adds a page to the site. `html` is its head and then its body. @returns the address of the page */
  page(path: string, html: string, headers?: Record<string, string>): string;
  /** The script tag of the service, with key and project. */
  tag(more?: string): string;
  close(): Promise<void>;
}

/** The site of a customer, who has a project and a publishable key of the service. */
export async function hostSite(api: TestApi): Promise<HostSite> {
  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {};
  const served = await serveSite('none', routes);
  const url = served.url.replace('127.0.0.1', 'localhost');
  const project = await api.request('POST', '/api/v1/projects', { body: { name: 'Acorn', url: `${url}/` } });
  const { id: projectId } = project.body as unknown as { id: string };
  const key = await api.publishableKey();
  return {
    url,
    projectId,
    key,
    page(path, html, headers = {}) {
      routes[path] = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
        response.end(`<!doctype html><meta name="viewport" content="width=device-width">${html}`);
      };
      return `${url}${path}`;
    },
    tag: (more = '') =>
      `<script src="${api.baseUrl}/sdk.js" data-showreel-key="${key}" data-showreel-project="${projectId}" ${more}></script>`,
    close: () => served.close(),
  };
}

export interface Asked {
  url: string;
  key: string | undefined;
  body: Record<string, unknown> & { context: Record<string, unknown> };
}

export interface Visit {
  page: Page;
  /** Every request for a demo that left the page. */
  asked: Asked[];
  complaints: string[];
  warnings: string[];
}

/** Opens a page of the site and collects what it asks of the service. */
export async function visit(
  browser: TestBrowser,
  address: string,
  { viewport = { width: 900, height: 700 }, prepare = async (_page: Page) => {} } = {},
): Promise<Visit> {
  const page = await browser.page(viewport);
  const { complaints } = watch(page, new URL(address).origin);
  const asked: Asked[] = [];
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warn') warnings.push(message.text());
  });
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/embed/generate')) return;
    const body = JSON.parse(request.postData() ?? '{}') as Asked['body'];
    asked.push({ url: request.url(), key: request.headers()['x-api-key'], body });
  });
  await prepare(page);
  await page.goto(address);
  return { page, asked, complaints, warnings };
}

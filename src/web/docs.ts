import { renderSchema, type Schema, type Schemas } from './docs-schema.ts';
import { embedGuide } from './embed-guide.ts';
import { escapeHtml, type Html, html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';
import { signedEmbedsGuide } from './signed-embeds.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}
type Content = Record<string, { schema?: Schema }>;
interface Response {
  description?: string;
  content?: Content;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: { content?: Content };
  responses: Record<string, Response & { $ref?: string }>;
}
/** The parts of an OpenAPI document that the page shows. */
interface Document {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas?: Schemas;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Response>;
  };
}

const style = theme + readAsset('docs.css');
const script = readAsset('docs.js');

/** Stands for the address of the service, which is known only when a request comes. The text occurs nowhere else on the page. */
const somewhere = 'https://showreel.invalid';

/** The reference page: guides, then the OpenAPI document. It is drawn once; each request fills in the service's address. */
export function docsPage(document: object): (baseUrl: string) => Page {
  const page = drawDocs(document as Document);
  return (baseUrl) => ({ ...page, html: page.html.replaceAll(somewhere, escapeHtml(baseUrl)) });
}

/** The chapters before the operations. The `id` is that of the chapter's section. */
const guides = [
  { id: 'embed-with-sdk-js', title: 'Embed with sdk.js', body: embedGuide(somewhere) },
  { id: 'signed-embeds', title: 'Signed embeds', body: signedEmbedsGuide() },
];

function drawDocs(document: Document): Page {
  const { info } = document;
  const groups = groupByTag(document);
  return renderPage({
    title: `${info.title} API reference`,
    style,
    script,
    body: html`<header class="bar">${wordmark}<nav><a href="/api/v1/openapi.json">OpenAPI 3.1</a></nav></header>
<div class="columns">
<nav class="contents" aria-label="Contents"><h2>Guides</h2><ul>${guides.map(
      ({ id, title }) => html`<li><a class="guide" href="#${id}">${title}</a></li>`,
    )}</ul>${groups.map(
      ({ name, entries }) =>
        html`<h2>${name}</h2><ul>${entries.map(
          ({ method, operation }) =>
            html`<li><a href="#${operation.operationId}"><b class="${method}">${method}</b> ${operation.summary}</a></li>`,
        )}</ul>`,
    )}</nav>
<main>
<h1>API reference</h1>
<p class="lead">${prose(info.description)}</p>
<section class="intro"><h2>Credentials</h2>
<p>Send a live key as <code>Authorization: Bearer sr_live_…</code> or as <code>X-API-Key: sr_live_…</code>.
Where a rate limit applies, <code>RateLimit-Remaining</code> says how many requests are left in this minute. Every answer has
an <code>X-Request-Id</code>, which finds the request in the service's log.</p></section>
${guides.map(({ body }) => body)}
${groups.map(
  ({ name, description, entries }) => html`<section><h2 class="tag">${name}</h2>
<p class="lead">${description}</p>${entries.map((entry) => renderOperation(entry, document))}</section>`,
)}
</main>
</div>`,
  });
}

interface Entry {
  path: string;
  method: string;
  operation: Operation;
}

function groupByTag({
  paths,
  tags = [],
}: Document): { name: string; description?: string; entries: Entry[] }[] {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags
    .map((tag) => ({ ...tag, entries: entries.filter(({ operation }) => operation.tags?.[0] === tag.name) }))
    .filter((group) => group.entries.length > 0);
}

function renderOperation({ path, method, operation }: Entry, { components }: Document): Html {
  const { schemas = {} } = components;
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref ? lookUp(one.$ref, components.parameters) : one,
  );
  const body = Object.entries(operation.requestBody?.content ?? {});
  const open = (operation.security ?? []).length === 0;
  return html`<article id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="address"><b class="${method}">${method}</b> <code>${path}</code>${open && html` <span class="open">no credential</span>`}</p>
${operation.description && html`<p>${prose(operation.description)}</p>`}
${
  parameters.length > 0 &&
  html`<h4>Parameters</h4><dl>${parameters.map((one) => one && renderParameter(one, schemas))}</dl>`
}
${body.map(([type, { schema }]) => html`<h4>Body <small>${type}</small></h4>${schema && renderSchema(schema, schemas)}`)}
<h4>Answers</h4>
${Object.entries(operation.responses).map(([status, response]) =>
  renderResponse(status, response.$ref ? lookUp(response.$ref, components.responses) : response, schemas),
)}
</article>`;
}

const lookUp = <T>(ref: string, among: Record<string, T> = {}): T | undefined =>
  among[ref.split('/').at(-1)!];

const renderParameter = (parameter: Parameter, schemas: Schemas) => html`<div>
<dt><code>${parameter.name}</code> ${parameter.schema && renderSchema(parameter.schema, schemas)}
<small>${parameter.in}${parameter.required && ', required'}</small></dt>
<dd>${prose(parameter.description)}</dd></div>`;

/** Turns the backticks of the document's texts into code elements. */
const prose = (text = '') =>
  text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));

function renderResponse(status: string, response: Response | undefined, schemas: Schemas): Html {
  const isError = Number(status) >= 400;
  const bodies = Object.entries(response?.content ?? {});
  const line = html`<b class="status s${status[0]!}">${status}</b> ${response?.description}`;
  // All errors have the same body, which the introduction describes.
  if (isError || bodies.length === 0) return html`<p class="answer">${line}</p>`;
  return html`<details class="answer"><summary>${line}</summary>${bodies.map(
    ([type, { schema }]) => html`<small>${type}</small>${schema && renderSchema(schema, schemas)}`,
  )}</details>`;
}

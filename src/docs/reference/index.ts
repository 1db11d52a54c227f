/** The reference: the OpenAPI document as pages of Markdown, one for each group of operations. `scripts/docs.ts` writes them. */
import { type Html, html } from '../../web/html.ts';
import { type Document, type Entry, type Group, groupsOf, lookUp, type Response } from './document.ts';
import { samplesOf } from './samples.ts';
import { prose, renderSchema, type Schemas } from './schema.ts';
import { slugOf } from './slug.ts';

/** The pages, as path and text. */
export function referencePages(document: Document): [path: string, text: string][] {
  const groups = groupsOf(document);
  return [
    ['reference/index.md', overviewOf(document, groups)],
    ...groups.map((group): [string, string] => [
      `reference/${slugOf(group.name)}.md`,
      drawGroup(group, document),
    ]),
  ];
}

/** Where each operation is described. The reference was one page before, with these names as its anchors. */
export const anchorsOf = (document: Document): Record<string, string> =>
  Object.fromEntries(
    groupsOf(document).flatMap(({ name, entries }) =>
      entries.map(({ operation: { operationId } }) => [
        operationId,
        `/docs/reference/${slugOf(name)}#${operationId}`,
      ]),
    ),
  );

const overviewOf = ({ info }: Document, groups: Group[]) => `---
title: API reference
---
# API reference

${block(html`<p>${prose(info.description)}</p>`)}

Send a live key as \`Authorization: Bearer sr_live_…\` or as \`X-API-Key: sr_live_…\`. Where a rate limit applies, the header
\`RateLimit-Remaining\` says how many requests are left in this minute. Every answer has an \`X-Request-Id\`, which finds the request in the
service’s log. The same reference for programs is [the OpenAPI 3.1 document](https://showreel.example/api/v1/openapi.json).

${groups
  .map(
    ({ name, description, entries }) => `## ${name}

${block(
  html`<p>${prose(description)}</p><ul class="operations">${entries.map(
    ({ method, path, operation }) =>
      html`<li><a href="/docs/reference/${slugOf(name)}#${operation.operationId}"><b class="method ${method}">${method}</b> <span>${operation.summary}</span> <code>${path}</code></a></li>`,
  )}</ul>`,
)}`,
  )
  .join('\n\n')}
`;

const drawGroup = ({ name, description, entries }: Group, document: Document) => `---
title: ${name}
outline: 2
---
# ${name}

${block(html`<p>${prose(description)}</p>`)}

${entries.map((entry) => drawOperation(entry, document)).join('\n\n')}
`;

function drawOperation(entry: Entry, { components }: Document): string {
  const { path, method, operation, parameters } = entry;
  const { schemas = {} } = components;
  const isOpen = (operation.security ?? []).length === 0;
  const samples = samplesOf(entry);
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return [
    `## ${operation.summary} {#${operation.operationId}}`,
    block(
      html`<p class="address"><b class="method ${method}">${method}</b> <code>${path}</code>${isOpen && html` <small>no credential</small>`}</p><p>${prose(operation.description)}</p>`,
    ),
    samples.length > 0 &&
      `::: code-group\n${samples.map(({ language, title, code }) => fence(`${language} [${title}]`, code)).join('\n')}\n:::`,
    parameters.length > 0 &&
      block(
        html`<h3>Parameters</h3><dl>${parameters.map(
          (one) => html`<div><dt><code>${one.name}</code> ${one.schema && renderSchema(one.schema, schemas)}
<small>${one.in}${one.required && ', required'}</small></dt><dd>${prose(one.description)}</dd></div>`,
        )}</dl>`,
      ),
    ...bodies.map(([type, { schema }]) =>
      block(html`<h3>Body <small>${type}</small></h3>${schema && renderSchema(schema, schemas)}`),
    ),
    block(html`<h3>Answers</h3>`),
    ...Object.entries(operation.responses).map(([status, response]) =>
      drawResponse(status, response.$ref ? lookUp(response.$ref, components.responses) : response, schemas),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function drawResponse(status: string, response: Response | undefined, schemas: Schemas): string {
  const [body] = Object.entries(response?.content ?? {});
  // All errors have the same body, which the overview describes.
  if (Number(status) >= 400 || body === undefined) {
    return block(
      html`<p class="answer"><b class="status s${status[0]!}">${status}</b> ${response?.description}</p>`,
    );
  }
  const [type, { schema, example }] = body;
  return [
    `::: details ${status} ${(response?.description ?? '').replaceAll('`', '')}`,
    example !== undefined && type.includes('json') && fence('json', JSON.stringify(example, null, 2)),
    block(html`<small>${type}</small>${schema && renderSchema(schema, schemas)}`),
    ':::',
  ]
    .filter(Boolean)
    .join('\n\n');
}

const fence = (info: string, code: string) => `\`\`\`\`${info}\n${code}\n\`\`\`\``;

/** HTML within Markdown ends at an empty line, and braces in it would be code. */
const block = (content: Html) => `<div v-pre>${content.text.replaceAll(/\s*\n\s*/g, ' ')}</div>`;

import { readFileSync } from 'node:fs';
import { type Html, html } from './html.ts';

/** The guide to the two embeds that need no server: the script, and a plain iframe. */
export function embedGuide(baseUrl: string): Html {
  return html`<section class="intro" id="embed-with-sdk-js">
<h2>Embed with sdk.js</h2>
<p>A script tag and an element show a demo of your page on that page. The first visit makes the demo, and every later visit
shows the same one. First create a publishable key. It is safe in a web page, since <code>allowed_domains</code> says on which
sites it works. (<code>"*"</code> is every site, and an empty list none. A live key must never be in a page.)</p>
${snippet(`curl ${baseUrl}/api/v1/api-keys \\
  -H "Authorization: Bearer $SHOWREEL_KEY" -H "Content-Type: application/json" \\
  -d '{"type": "publishable", "project_id": "proj_…", "allowed_domains": ["example.com"]}'`)}
${snippet(`<script async src="${baseUrl}/sdk.js" data-showreel-key="sr_pub_…"></script>

<div data-showreel data-prompt="Show how a week is planned"></div>`)}
<p>The script sends the page's address, title, headings and description, and nothing about the visitor. Where the page names a
canonical address, the script sends that one. The same page, prompt and look always give the same demo. It is made once,
however many people visit.</p>
<h3>On the element</h3>
<dl>${attributes.map(([name, text]) => html`<div><dt><code>${name}</code></dt><dd>${text}</dd></div>`)}</dl>
<h3>On the script tag</h3>
<dl><div><dt><code>data-showreel-key</code></dt><dd>The publishable key. The script sends it to this service only. Elements
with <code>data-demo</code> need no key.</dd></div>
<div><dt><code>data-showreel-project</code></dt><dd>The id of the project. Needed where the key is not bound to a
project.</dd></div></dl>
<h3>Before the first visitor</h3>
<p>The first visitor of a page would see how its demo is made. So ask for the demo beforehand, from a server and with a live key.
The answer is a 202 where this starts the demo and a 200 where it is there already. The address has to be the page’s own, or its
canonical one, and prompt, template, section and presentation have to be those of the element:</p>
${snippet(`curl ${baseUrl}/api/v1/embed/generate -H "X-API-Key: $SHOWREEL_KEY" -H "Content-Type: application/json" \\
  -d '{"project_id": "proj_…", "prompt": "Show how a week is planned", "context": {"url": "https://example.com/week"}}'`)}
<p>For all pages of a sitemap, such as after a deployment:</p>
<pre><code>${readFileSync(new URL('../../examples/warm-embeds/warm.ts', import.meta.url), 'utf8').trimEnd()}</code></pre>
<p>A film leaves out the embeds of its own page: elements with <code>data-showreel</code>, and frames of this service.</p>
<h3>Single-page applications</h3>
<p>The script finds elements that are added later, follows changes of their attributes, and shows the demo of the new page when
the address changes. <code>Showreel.render</code> shows a demo in an element that the script does not find, and
<code>Showreel.refresh</code> asks for the demos of the page again:</p>
${snippet(`Showreel.render(element);   // also inside a shadow tree
Showreel.refresh();         // or Showreel.refresh(element)
element.addEventListener('showreel:state', ({ detail }) => {
  detail.state;             // 'loading', 'player' (with demoId) or 'error' (with message)
});`)}
<h3>Content Security Policy</h3>
<p>The script adds no inline script and no inline style, and it works with Trusted Types. A page with a Content Security Policy
has to allow this service:</p>
${snippet(`Content-Security-Policy: script-src ${baseUrl}; connect-src ${baseUrl}; frame-src ${baseUrl}`)}
<h3>Without a script</h3>
<p>Where you know the id of a demo, a plain iframe is enough. Its address takes <code>autoplay</code>, <code>loop</code>,
<code>muted</code>, <code>controls</code>, <code>poster</code> and <code>theme</code> in the query. Sites that turn links into
players can ask <code>${baseUrl}/oembed?url=…</code>.</p>
${snippet(`<iframe src="${baseUrl}/embed/demo_…?loop=1&theme=dark" width="960" height="540" title="Demo"
  style="border:0" allow="autoplay; fullscreen" allowfullscreen></iframe>`)}
</section>`;
}

const snippet = (code: string) => html`<pre><code>${code}</code></pre>`;

const attributes = [
  [
    'data-prompt',
    'What to show, in a sentence of at most 500 characters. Without a prompt the demo shows what the page offers.',
  ],
  ['data-template', 'How to show it: "guided-tour", "feature-sweep", … The default is "auto".'],
  ['data-section', 'The name of the part of the page that matters, at most 120 characters.'],
  ['data-presentation', 'The look, as JSON: stage, window, cursor, zoom, …'],
  ['data-project', 'The id of a project, where it is not the project of the script tag.'],
  ['data-demo', 'The id of an existing demo. It replaces all attributes above.'],
  [
    'data-autoplay, data-loop, data-muted, data-controls',
    'On with 1, with true or without a value; off with 0 or false. A demo that plays by itself is muted.',
  ],
  ['data-theme', 'The colours around the film: "light", "dark" or "auto".'],
] as const;

import { type Html, html } from './html.ts';

/** Two ways to bring a demo to a page that need no server of one's own: a frame, and the script. */
export function embedGuide(baseUrl: string): Html {
  return html`<section class="intro" id="embed-with-sdk-js">
<h2>Embed with sdk.js</h2>
<p>A script tag and an element: the page's own demo is found, or made at the first visit, and shown where the element is. Make
a publishable key for it; it may stand in the page, and <code>allowed_domains</code> says on which sites it is good.</p>
${snippet(`curl ${baseUrl}/api/v1/api-keys \\
  -H "Authorization: Bearer $SHOWREEL_KEY" -H "Content-Type: application/json" \\
  -d '{"type": "publishable", "project_id": "proj_…", "allowed_domains": ["example.com"]}'`)}
${snippet(`<script async src="${baseUrl}/sdk.js" data-showreel-key="sr_pub_…"></script>

<div data-showreel data-prompt="Show how a week is planned"></div>`)}
<p>The script sends the address of the page (its canonical one, where it names one), its title, its headings and its
description, and nothing of the visitor. The same page, prompt and look give the same demo: however many people visit, it
is made once.</p>
<h3>On the element</h3>
<dl>${attributes.map(([name, text]) => html`<div><dt><code>${name}</code></dt><dd>${text}</dd></div>`)}</dl>
<h3>On the script tag</h3>
<dl><div><dt><code>data-showreel-key</code></dt><dd>The publishable key. It goes to this service alone. Elements with
<code>data-demo</code> need none.</dd></div>
<div><dt><code>data-showreel-project</code></dt><dd>The project, where the key is not bound to one.</dd></div></dl>
<h3>Applications</h3>
<p>Elements that come later are found, those that change are changed, and when the address changes the demo of the new page
is shown. For what no scan finds, and to ask again:</p>
${snippet(`Showreel.render(element);   // also inside a shadow tree
Showreel.refresh();         // or Showreel.refresh(element)
element.addEventListener('showreel:state', ({ detail }) => {
  detail.state;             // 'loading', 'player' (with demoId) or 'error' (with message)
});`)}
<h3>Content Security Policy</h3>
<p>The script writes no inline script and no inline style, and works with Trusted Types. It needs:</p>
${snippet(`Content-Security-Policy: script-src ${baseUrl}; connect-src ${baseUrl}; frame-src ${baseUrl}`)}
<h3>Without a script</h3>
<p>A demo that you know by its id is a frame. It takes <code>autoplay</code>, <code>loop</code>, <code>muted</code>,
<code>controls</code>, <code>poster</code> and <code>theme</code> in its query. Sites that turn links into players find theirs
by <code>${baseUrl}/oembed?url=…</code>.</p>
${snippet(`<iframe src="${baseUrl}/embed/demo_…?loop=1&theme=dark" width="960" height="540" title="Demo"
  style="border:0" allow="autoplay; fullscreen" allowfullscreen></iframe>`)}
</section>`;
}

const snippet = (code: string) => html`<pre><code>${code}</code></pre>`;

const attributes = [
  ['data-prompt', 'What to show, in a sentence of at most 500 characters. Without it: what the page offers.'],
  ['data-template', 'How to show it: "guided-tour", "feature-sweep", …; "auto" unless given.'],
  ['data-section', 'The part of the page that matters, by its name; at most 120 characters.'],
  ['data-presentation', 'The look, as JSON: stage, window, cursor, zoom, …'],
  ['data-project', 'Another project than that of the script tag.'],
  ['data-demo', 'A demo by its id, in place of all the above.'],
  [
    'data-autoplay, data-loop, data-muted, data-controls',
    'On by nothing, 1 or true; off by 0 or false. What plays by itself is muted.',
  ],
  ['data-theme', '"light", "dark" or "auto": what surrounds the film.'],
] as const;

import { html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';

const style = theme + readAsset('landing.css');

/** What this service is, for whoever opens its address. */
export function landingPage(baseUrl: string, version: string): Page {
  const example = `curl -X POST ${baseUrl}/api/v1/demos \\
  -H "Authorization: Bearer $SHOWREEL_KEY" -H "Content-Type: application/json" \\
  -d '{"project_id": "proj_…", "prompt": "Show the pricing and start a trial"}'`;
  return renderPage({
    title: 'Showreel',
    head: html`<meta name="description" content="Turns the address of a product page and one sentence into a demo video.">`,
    style,
    body: html`<header class="bar">${wordmark}<nav><a href="/docs">API reference</a> <a href="/sign-in">Sign in</a></nav></header>
<main>
<h1>A page and a sentence.<br>A demo video.</h1>
<p class="lead">Showreel opens a product page, plans what to show, records it with a steady camera, and keeps the film
fresh as the product changes.</p>
<pre><code>${example}</code></pre>
<ul class="links">
<li><a href="/docs"><strong>API reference</strong> every operation, with its fields and answers</a></li>
<li><a href="/docs#embed-with-sdk-js"><strong>Embed</strong> a script tag and an element on your own pages</a></li>
<li><a href="/api/v1/openapi.json"><strong>OpenAPI 3.1</strong> the same, for programs</a></li>
<li><a href="/api/v1/health"><strong>Health</strong> whether every part works just now</a></li>
</ul>
</main>
<footer>Showreel ${version}</footer>`,
  });
}

import { html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';

const style = theme + readAsset('landing.css');

/** The page at `/`, which says what this service is. */
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
<p class="lead">Showreel opens your product page, plans what to show, and records it with a steady camera. When your product
changes, Showreel records the video again: by hand, on a schedule, or after each deployment.</p>
<pre><code>${example}</code></pre>
<ul class="links">
<li><a href="/docs"><strong>API reference</strong> Every operation, with its fields and answers</a></li>
<li><a href="/docs#embed-with-sdk-js"><strong>Embed</strong> Show demos on your own pages with a script tag</a></li>
<li><a href="/api/v1/openapi.json"><strong>OpenAPI 3.1</strong> The API reference for programs</a></li>
<li><a href="/api/v1/health"><strong>Health</strong> Whether every part of the service works</a></li>
</ul>
</main>
<footer>Showreel ${version}</footer>`,
  });
}

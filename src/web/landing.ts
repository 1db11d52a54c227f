import { html } from './html.ts';
import { type Page, readAsset, renderPage, theme, wordmark } from './page.ts';

const style = theme + readAsset('wish.css') + readAsset('landing.css');
const script = readAsset('landing.js');

/** The folder of the film that the page shows. The API serves it at `/sample/`. */
export const sampleFolder = new URL('./assets/sample/', import.meta.url);

/**
 * The page at `/` for who is not signed in: a film, one line to fill, and what the service is for programs. The form needs no
 * script: the address of `/new` carries the wish through the sign-up that follows.
 */
export function landingPage(baseUrl: string, version: string): Page {
  const example = `curl -X POST ${baseUrl}/api/v1/demos \\
  -H "Authorization: Bearer $SHOWREEL_KEY" -H "Content-Type: application/json" \\
  -d '{"project_id": "proj_…", "prompt": "Show the pricing and start a trial"}'`;
  return renderPage({
    title: 'Showreel',
    head: html`<meta name="description" content="Turns the address of a product page and one sentence into a demo video.">`,
    style,
    script,
    formAction: "'self'",
    body: html`<header class="bar">${wordmark}<nav><a href="/docs">Documents</a> <a href="/sign-in">Sign in</a></nav></header>
<main>
<section class="first">
<h1>A page and a sentence.<br>A demo video.</h1>
<p class="lead">Showreel opens your product page, plans what to show, and records it with a steady camera. When your product
changes, Showreel records the video again: by hand, on a schedule, or after each deployment.</p>
${wishForm}
</section>
${film}
<section class="programs">
<h2>For programs</h2>
<p class="lead">Everything that people do here, programs do too: a request with a key makes a demo.</p>
<pre tabindex="0"><code>${example}</code></pre>
<ul class="links">
<li><a href="/docs/quickstart"><strong>Quickstart</strong> A demo in five steps</a></li>
<li><a href="/docs/reference/"><strong>API reference</strong> Every operation, with its fields and answers</a></li>
<li><a href="/docs/embeds"><strong>Embed</strong> Show demos on your own pages with a script tag</a></li>
<li><a href="/api/v1/openapi.json"><strong>OpenAPI 3.1</strong> The API reference for programs</a></li>
<li><a href="/api/v1/health"><strong>Health</strong> Whether every part of the service works</a></li>
</ul>
</section>
</main>
<footer>Showreel ${version}</footer>`,
  });
}

const wishForm = html`<form class="wish" action="/new" method="get">
<div class="wish-field"><label for="url">Address of the page</label>
<input id="url" name="url" inputmode="url" autocomplete="url" autocapitalize="none" spellcheck="false" maxlength="2048"
 placeholder="example.com" required></div>
<div class="wish-field wide"><label for="prompt">What to show, in one sentence</label>
<input id="prompt" name="prompt" maxlength="500" autocomplete="off" placeholder="Open the pricing and switch to yearly" required></div>
<button type="submit">See the storyboard</button>
</form>
<p class="wish-note">You see the scenes before anything is filmed. Trying it costs nothing.</p>`;

const film = html`<figure class="film">
<video muted loop playsinline controls preload="none" poster="/sample/poster.jpg" width="1120" height="630"
 aria-label="A demo video of a sample site: the camera moves to the pricing, and the cursor switches it to yearly">
<source src="/sample/film.webm" type="video/webm"><source src="/sample/film.mp4" type="video/mp4"></video>
<figcaption>Recorded by Showreel from its sample site and the sentence “Open the pricing and switch to yearly”.</figcaption>
</figure>`;

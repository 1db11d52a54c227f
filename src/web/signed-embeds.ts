import { readFileSync } from 'node:fs';
import { type Html, html } from './html.ts';

/** Each recipe is a program that runs as it is. A test runs it. */
const recipes = [
  { language: 'TypeScript (Node)', file: 'sign.ts' },
  { language: 'Python', file: 'sign.py' },
  { language: 'PHP', file: 'sign.php' },
  { language: 'Shell, with openssl', file: 'sign.sh' },
];

/** The guide to signed embeds: how a server signs the address of an iframe. */
export const signedEmbedsGuide = (): Html => html`<section class="intro" id="signed-embeds">
<h2>Signed embeds</h2>
<p>With a signed embed your page shows a demo and contains no key. Your server signs an address, and the page uses it as the
<code>src</code> of an <code>iframe</code>. The signing secret of the project must stay on the server. If somebody has seen it,
rotate it: every address that was signed with it stops working at once.</p>
<p>1. <code>payload</code> says what to show, as UTF-8 JSON in base64url. It is <code>{"demoId": …}</code>, or
<code>{"url", "prompt", "template", "section", "presentation"}</code> with every member optional. Both may also have
<code>autoplay</code>, <code>loop</code>, <code>muted</code>, <code>controls</code>, <code>poster</code> and <code>theme</code>.
Without a payload the newest finished demo of the project is shown.<br>
2. <code>signature</code> is the lower-case hex of an HMAC-SHA256. Its key is the text of the signing secret. Its input are four
lines joined by line feeds: <code>v1</code>, the id of the project, <code>expires</code> in Unix seconds (at most 31 days
ahead), and the payload, which is empty where there is none.<br>
3. The address is <code>/api/v1/embed/runtime</code> with <code>project_id</code>, <code>expires</code>, <code>payload</code> and
<code>signature</code>.</p>
<p>The first view starts the generation and shows its progress, and then the page becomes the player by itself. Frame it with
<code>&lt;iframe src="…" width="960" height="540" allow="autoplay; fullscreen"&gt;&lt;/iframe&gt;</code> on a page of the
project’s own site.</p>
${recipes.map(
  ({ language, file }) => html`<h3>${language}</h3>
<pre><code>${readFileSync(new URL(`../../examples/signed-embeds/${file}`, import.meta.url), 'utf8').trimEnd()}</code></pre>`,
)}
<p>For Node there is also a function: <code>import { signRuntimeEmbed } from '@showreel/signing'</code>.</p>
</section>`;

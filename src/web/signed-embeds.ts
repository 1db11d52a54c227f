import { readFileSync } from 'node:fs';
import { type Html, html } from './html.ts';

/** Each is a program that runs as it stands, and is run by a test. */
const recipes = [
  { language: 'TypeScript (Node)', file: 'sign.ts' },
  { language: 'Python', file: 'sign.py' },
  { language: 'PHP', file: 'sign.php' },
  { language: 'Shell, with openssl', file: 'sign.sh' },
];

/** A chapter of the reference: how a server signs the addresses of embeds. */
export const signedEmbedsGuide = (): Html => html`<section class="intro" id="signed-embeds">
<h2>Signed embeds</h2>
<p>A page of yours can show a demo without any key in it: your server signs an address, and the page puts it into the
<code>src</code> of an <code>iframe</code>. The signing secret of the project never leaves the server; rotate it if it was
seen, and every address that was signed with it stops working at once.</p>
<p>1. <code>payload</code> is what to show, as UTF-8 JSON in base64url: <code>{"demoId": …}</code>, or
<code>{"url", "prompt", "template", "section", "presentation"}</code>, each of which may be left out; beside it
<code>autoplay</code>, <code>loop</code>, <code>muted</code>, <code>controls</code>, <code>poster</code> and <code>theme</code>.
Without a payload it is the newest finished demo of the project.<br>
2. <code>signature</code> is the lower-case hex of HMAC-SHA256, with the text of the signing secret as key, over four lines
joined by line feeds: <code>v1</code>, the id of the project, <code>expires</code> in Unix seconds (at most 31 days ahead), and
the payload, which is empty where there is none.<br>
3. The address is <code>/api/v1/embed/runtime</code> with <code>project_id</code>, <code>expires</code>, <code>payload</code> and
<code>signature</code>.</p>
<p>The first view starts the generation and shows how far it is; the player takes its place by itself. Frame it as
<code>&lt;iframe src="…" width="960" height="540" allow="autoplay; fullscreen"&gt;&lt;/iframe&gt;</code>, on a page of the
project’s own site.</p>
${recipes.map(
  ({ language, file }) => html`<h3>${language}</h3>
<pre><code>${readFileSync(new URL(`../../examples/signed-embeds/${file}`, import.meta.url), 'utf8').trimEnd()}</code></pre>`,
)}
<p>For Node there is also a function: <code>import { signRuntimeEmbed } from 'showreel/signing'</code>.</p>
</section>`;

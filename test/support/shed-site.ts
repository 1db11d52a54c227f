import { createHmac } from 'node:crypto';
import { bodyOf, html, serveSite, type TestSite } from './site.ts';

/** A shed that lends tools and keeps its loans on the server. It counts what is written, and puts itself back when it is asked to. */
export interface ShedSite extends TestSite {
  /** Who has a tool now. */
  loans: string[];
  /** How often a loan was written. */
  writes: number;
  resets: { demo: string | undefined; signature: string; body: string }[];
  /** Words on its pages, and the status with which it answers a reset. Tests change them. */
  says: { rules: string; thanks: string; resetStatus: number };
  /** The press that opens the form writes too. */
  isEager: boolean;
}

export async function shedSite(): Promise<ShedSite> {
  const says = { rules: 'Bring it back on Sunday.', thanks: 'Thank you', resetStatus: 200 };
  const site = await serveSite('none', {
    '/': (request, response) => html(page(shed))(request, response),
    '/loans': async (request, response) => {
      shed.writes++;
      shed.loans.push(await bodyOf(request));
      response.writeHead(201, { 'content-type': 'text/plain' }).end(says.thanks);
    },
    '/reset': async (request, response) => {
      const { 'x-showreel-demo': demo, 'x-showreel-signature': signature } = request.headers;
      shed.resets.push({ demo: String(demo), signature: String(signature), body: await bodyOf(request) });
      if (says.resetStatus === 200) shed.loans.length = 0;
      response.writeHead(says.resetStatus, { 'content-type': 'text/plain' }).end('The shed is shut');
    },
  });
  const shed: ShedSite = { ...site, says, loans: [], writes: 0, resets: [], isEager: false };
  return shed;
}

/** Whether a call was signed with the secret. */
export function isSignedWith(secret: string, { signature, body }: ShedSite['resets'][number]): boolean {
  const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return given === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

const page = ({
  loans,
  says,
  isEager,
}: ShedSite) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>The shed</title>
<style>body{margin:0;font:20px/1.5 sans-serif;padding:60px 10%}button,input{font:inherit;padding:8px 16px}</style>
<h1>Tools of the street</h1><p>${loans.length} tools are lent.</p><ul>${loans.map((who) => `<li>${who}</li>`).join('')}</ul>
<button id="ask">Lend a ladder</button>
<form id="form" hidden><h2>Who takes it?</h2><p>${says.rules}</p><input id="who" aria-label="Your name"><button id="lend">Take it</button></form>
<p id="thanks"></p>
<script>
ask.onclick = () => { form.hidden = false;${isEager ? " fetch('/loans', { method: 'POST', body: 'Nobody' });" : ''} };
form.onsubmit = async (event) => {
  event.preventDefault();
  const answer = await fetch('/loans', { method: 'POST', body: who.value });
  form.hidden = true;
  thanks.textContent = await answer.text();
};
</script>`;

/** The flow that takes the ladder. Its last press writes. */
export const lendingFlow = (url: string) => ({
  title: 'Take the ladder',
  steps: [
    { type: 'navigate', url: `${url}/` },
    { type: 'click', selectors: [['#ask']], offsetX: 8, offsetY: 8 },
    { type: 'change', selectors: [['#who']], value: 'Ada' },
    { type: 'click', selectors: [['#lend']], offsetX: 8, offsetY: 8 },
    { type: 'customStep', name: 'showreel.hold', parameters: { minMs: 600 } },
  ],
});

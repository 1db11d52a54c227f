/**
 * The page that recorders are measured on, and a script for each of its variants. `moving` moves in every frame; `still` rests
 * between actions.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionScript, Step } from '../../src/recorder/contract/script.ts';

export type Variant = 'moving' | 'still';

const rest = (minMs: number): Step => ({
  type: 'customStep',
  name: 'showreel.hold',
  parameters: { minMs },
});
const scroll = (to: 'top' | 'bottom'): Step => ({
  type: 'customStep',
  name: 'showreel.scroll',
  parameters: { to },
});
const click = (id: string): Step => ({ type: 'click', selectors: [`#${id}`], offsetX: 40, offsetY: 20 });

export const scripts: Record<Variant, ActionScript> = {
  moving: { title: 'Moving', steps: [rest(500), scroll('bottom'), rest(300), scroll('top'), rest(800)] },
  still: {
    title: 'Still',
    steps: [rest(1_500), click('yearly'), rest(1_500), click('monthly'), rest(1_500)],
  },
};

export async function servePage(): Promise<{ url(variant: Variant): string; stop(): void }> {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page(url === '/moving'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: (variant) => `http://127.0.0.1:${port}/${variant}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const style = `*{box-sizing:border-box}body{margin:0;font:16px/1.6 Inter,system-ui,sans-serif;color:#0f172a;background:#fff}
header{position:sticky;top:0;z-index:9;display:flex;gap:32px;align-items:center;padding:18px 64px;background:#fffffff0;border-bottom:1px solid #e2e8f0}
.hero{padding:110px 64px;background:linear-gradient(120deg,#eef2ff,#fdf2f8 60%,#fff7ed);display:grid;grid-template-columns:1.2fr 1fr;gap:64px}
h1{font-size:60px;line-height:1.05;margin:0 0 24px;letter-spacing:-.03em}.hero p{font-size:20px;color:#475569}
button{font:600 16px Inter,sans-serif;border:0;border-radius:12px;padding:14px 26px;background:#4f46e5;color:#fff}
.panel{border-radius:20px;background:#fff;box-shadow:0 30px 80px #1e293b29;padding:28px}.bar{height:14px;border-radius:7px;background:#c7d2fe;margin:18px 0;width:80%}
.plans{padding:60px 64px}.plans p{margin-top:24px;padding:32px;border-radius:18px;background:#f1f5f9;font-size:20px;min-height:120px}
.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:28px;padding:90px 64px}.card{border:1px solid #e2e8f0;border-radius:18px;padding:24px}
.picture{height:150px;border-radius:12px;background:radial-gradient(circle at 30% 20%,hsl(var(--hue) 80% 78%),hsl(calc(var(--hue) + 40) 70% 52%))}
.ticker{overflow:hidden;white-space:nowrap;flex:1}`;
// The ticker stands in the sticky header, so that something moves at every scroll position.
const motion = `@keyframes slide{to{transform:translateX(-50%)}}@keyframes float{50%{transform:translateY(-26px) rotate(1.5deg)}}@keyframes grow{50%{width:30%}}
.ticker span{display:inline-block;animation:slide 12s linear infinite}.panel{animation:float 5s ease-in-out infinite}.bar{animation:grow 3s ease-in-out infinite}`;
const script = `const prices={monthly:'12 € a person and month, billed every month.',yearly:'9 € a person and month, billed once a year.'};
for(const [id,text] of Object.entries(prices))document.getElementById(id).onclick=()=>{document.getElementById('price').textContent=text}`;

const page = (
  isMoving: boolean,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Northwind</title>
<style>${style}${isMoving ? motion : ''}</style></head><body>
<header><b>Northwind</b><span>Product</span><span>Pricing</span><div class="ticker"><span>${'4,212 teams planned their week today · 98 % of reminders were on time · '.repeat(8)}</span></div><button>Start free</button></header>
<section class="hero"><div><h1>Planning that plans itself</h1><p>Write down what has to happen. Northwind finds the time, tells the people, and moves what has to move.</p><button>Start a free trial</button></div>
<div class="panel"><b>This week</b>${'<div class="bar"></div>'.repeat(4)}</div></section>
<section class="plans"><button id="monthly">Monthly</button> <button id="yearly">Yearly</button><p id="price">12 € a person and month, billed every month.</p></section>
<section class="grid">${Array.from({ length: 12 }, (_, at) => card(at)).join('')}</section><script>${script}</script></body></html>`;

const card = (at: number) =>
  `<article class="card"><div class="picture" style="--hue:${(at * 47) % 360}"></div><h3>Feature ${at + 1}: reminders that go out on time</h3>
<p>Northwind plans the day of a whole team, politely. It knows who is away, what is late, and what can wait until Monday.</p></article>`;

// TEMPORARY: dev-fast.mts OUT EVERY OFFSET [app] [ids]: plans only, with writes let through, and asks the judge before the page is put back
import { appendFile, mkdtemp, writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import puppeteer from 'puppeteer-core';
import { openMaterial } from './bench/planner/apps/material.ts';
import { serveApp, verify } from './bench/planner/apps/judge.ts';
import { createPlanner } from '../src/planner/index.ts';
process.env.DEED_KEEP = '1';
const [out, every, offset, app, ids] = process.argv.slice(2);
const folder = await mkdtemp('/tmp/w/dev-');
const material = (await openMaterial(folder))!;
const log = pino({ level: 'silent' }) as any;
await writeFile(out!, '');
const browser = await puppeteer.launch({ executablePath: process.env.CHR!, headless: 'shell', args: ['--no-sandbox', '--disable-gpu'] });
const tasks = material.tasks.filter((t) => (!app || app === '-' || t.app.includes(app)) && (!ids || ids.split(',').includes(t.id.replace('task_', '')))).filter((_, i) => i % Number(every) === Number(offset));
let n = 0, ok = 0;
for (const task of tasks) {
  console.error('=====', task.app, task.id, task.instruction);
  const server = await serveApp(material, task.app, `${folder}/${task.app}-${task.id}.log`);
  const page = await browser.newPage();
  const row: any = { ...task, ok: false, message: '', planMs: 0, steps: [], errors: [], writesInFilm: 0, unmet: null, summary: null };
  const t0 = performance.now();
  try {
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(server.url, { waitUntil: 'load' });
    await new Promise((r) => setTimeout(r, 250));
    let writes = 0; page.on('request', (q: any) => { if (!/GET|HEAD|OPTIONS/.test(q.method())) writes++; });
    const ac = new AbortController();
    const timer = setTimeout(() => ac.abort(new Error('too long')), 60_000);
    const plan = await createPlanner(null, log)({ page, url: server.url, prompt: task.instruction, template: 'auto', durationTargetMs: 30_000, viewport: { width: 1440, height: 900, isMobile: false }, mode: 'script', writeHold: { begin: async () => {}, end: async () => {}, get heldWrites() { return writes; } } as any, signal: ac.signal });
    clearTimeout(timer);
    row.planMs = performance.now() - t0;
    row.summary = plan.aiPlan.summary;
    row.steps = plan.script.steps.map((s: any) => ({ type: s.type === 'customStep' ? s.name.slice(9) : s.type, target: s.showreel?.name ?? s.selectors?.[0]?.[0], value: s.value ?? s.key }));
  } catch (e: any) { row.errors.push(String(e?.message ?? e).slice(0, 300)); row.planMs = performance.now() - t0; }
  await new Promise((r) => setTimeout(r, 250));
  Object.assign(row, await verify(material, task.app, task.id, server.url));
  n++; if (row.ok) ok++;
  console.error(row.ok ? 'OK' : 'FAIL', row.message, row.planMs.toFixed(0), row.errors.join(' '));
  await appendFile(out!, `${JSON.stringify(row)}\n`);
  await page.close(); await server.stop();
}
console.error('TOTAL', ok, n);
await browser.close();
process.exit(0);

// TEMPORARY: dev-dump.mts APP name > name…   presses items by name, dumps the screen
import { mkdtemp } from 'node:fs/promises';
import puppeteer from 'puppeteer-core';
import { openMaterial } from './bench/planner/apps/material.ts';
import { serveApp } from './bench/planner/apps/judge.ts';
import { openPageClient } from '../src/planner/index.ts';
import { perceive } from '../src/planner/perceive.ts';
const [app, ...names] = process.argv.slice(2);
const folder = await mkdtemp('/tmp/w/dev-');
const material = (await openMaterial(folder))!;
const browser = await puppeteer.launch({ executablePath: process.env.CHR!, headless: 'shell', args: ['--no-sandbox', '--disable-gpu'] });
const name = material.tasks.find((t) => t.app.includes(app!))!.app;
const server = await serveApp(material, name, `${folder}/x.log`);
const page = await browser.newPage();
await page.setViewport({ width: 1440, height: 900 });
await page.goto(server.url);
await new Promise((r) => setTimeout(r, 300));
const client = await openPageClient(page, new AbortController().signal);
for (const n of names) {
  const s = await perceive(client);
  const item = s.items.find((i) => (i.name === n || i.labels[0] === n) && i.kind !== 'text') ?? s.items.find((i) => i.name === n) ?? s.items.find((i) => i.name.includes(n));
  if (!item) { console.log('NOT FOUND', n); break; }
  await client.call('press', item.id); await client.settle(900);
  await new Promise((r) => setTimeout(r, 200));
}
const s = await perceive(client);
const depth = (i: number): number => { let d = 0; for (let a: number | null = i; a !== null; a = s.things[a]!.parent) d++; return d; };
for (const [index, t] of s.things.entries()) {
  console.log(`${'  '.repeat(depth(index) - 1)}[${t.kind}] "${t.name.slice(0, 60)}"${t.isModal ? ' MODAL' : ''}${t.isSelected ? ' SEL' : ''} ${Math.round(t.box.width)}x${Math.round(t.box.height)}`);
  for (const i of s.items.filter((x) => x.owner === index)) {
    if (i.kind === 'text' && process.env.NOTEXT) continue;
    console.log(`${'  '.repeat(depth(index))}${i.kind} "${i.name.slice(0, 50)}" ${i.labels.length ? JSON.stringify(i.labels.slice(0, 3)) : ''} ${i.value ? `=${i.value.slice(0, 30)}` : ''}${i.isOn !== null ? ` on:${i.isOn}` : ''}${i.isSelected ? ' SEL' : ''}${i.isExpanded !== null ? ` exp:${i.isExpanded}` : ''}${i.isPressable ? '' : ' !press'}${i.isDisabled ? ' DIS' : ''}${i.needsHover ? ' hover' : ''} ${i.role ?? ''} ${i.inputType ?? ''} h:${i.hints.slice(0, 8).join(',')}`);
  }
}
await browser.close(); await server.stop(); process.exit(0);

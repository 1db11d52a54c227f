import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StepLog } from '../../src/recorder/contract/take-frame.ts';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { startService, type TestService } from './service.ts';

let site: TestSite;
let service: TestService;
beforeAll(async () => {
  const routes: Parameters<typeof serveSite>[1] = {};
  site = await serveSite('none', routes);
  const away = `${site.url.replace('127.0.0.1', 'localhost')}/away`;
  routes['/'] = html(`<!doctype html><title>Tools</title><h1>Tools</h1><button id="launch">Launch</button>
    <script>launch.addEventListener('click', () => location.assign('${away}'))</script>`);
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

test('the log says of a press that it would have left the site', { timeout: 480_000 }, async () => {
  const { id } = await service.createDemo(`${site.url}/`, { prompt: 'press launch', duration_target: '5s' });
  const demo = await service.settled(id, 50_000);
  expect(demo).toMatchObject({ status: 'ready', error: null });
  const log = JSON.parse(demo.recording_log!) as StepLog[];
  const press = log.find(({ type }) => type === 'click');
  const host = new URL(site.url).host.replace('127.0.0.1', 'localhost');
  expect(press).toMatchObject({
    status: 'ok',
    message: `It leads to another site (${host}): the film stayed on the site.`,
  });
  expect(log.filter(({ message }) => message?.includes('stayed'))).toEqual([press]);
});

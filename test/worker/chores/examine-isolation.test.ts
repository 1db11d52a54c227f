import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMachines, noteMachine } from '../../../src/domain/machines.ts';
import type { Logger } from '../../../src/log.ts';
import {
  examineIsolation,
  judgeBrowser,
  judgeProgram,
} from '../../../src/worker/chores/examine-isolation.ts';
import { type TestServices, testServices } from '../../support/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

const isRoot = process.getuid?.() === 0;
const log = () => {
  const said: object[] = [];
  const note = (about: object) => said.push(about);
  return { said, log: { info: note, warn: note, debug: note, error: note } as unknown as Logger };
};

test('a really started browser and the programs are examined, said in the log and kept for the admin', async () => {
  const { said, log: logger } = log();
  const settings = { services, chromiumPath: null, ffmpegPath: null, log: logger };
  const isolation = await examineIsolation({ ...settings, signal: new AbortController().signal });
  expect(isolation.map(({ part }) => part)).toEqual(
    isRoot ? ['browser', 'ffmpeg of films', 'ffmpeg of uploads', 'memory'] : ['browser', 'ffmpeg', 'memory'],
  );
  const [browser] = isolation;
  expect(browser!.state).toMatch(isRoot ? /^a user of its own \(64611\)/ : /^the user of the service/);
  expect(browser!.state).toMatch(/namespaces (on|off), seccomp (on|off), no capabilities, no new privileges/);
  expect(browser!.off).toHaveLength(browser!.state.includes('namespaces on, seccomp on') ? 0 : 1);
  for (const { part, state } of isolation)
    expect(said).toContainEqual(expect.objectContaining({ part, state }));
  expect(await listMachines(services.sql)).toEqual([
    { host: hostname(), examinedAt: services.clock.now().toISOString(), isolation },
  ]);
});

test('an examination that is stopped leaves nothing to wait for, and keeps nothing', async () => {
  await services.sql`delete from machines`;
  const settings = { services, chromiumPath: null, ffmpegPath: null, log: log().log };
  await expect(
    examineIsolation({ ...settings, signal: AbortSignal.abort(new Error('stopped')) }),
  ).rejects.toThrow('stopped');
  expect(await listMachines(services.sql)).toEqual([]);
});

test('a browser that cannot be started is said', async () => {
  const settings = { services, chromiumPath: '/nowhere/chromium', ffmpegPath: null, log: log().log };
  const [browser] = await examineIsolation({ ...settings, signal: new AbortController().signal });
  expect(browser).toMatchObject({ state: 'not known', off: [expect.stringContaining('/nowhere/chromium')] });
});

const confined = {
  uid: 64_611,
  capabilities: '0000000000000000',
  seccomp: true,
  noNewPrivileges: true,
  namespaced: true,
};

test('what is off is named with what turns it on', () => {
  expect(judgeBrowser({ browser: confined, renderer: confined }, 0).off).toEqual([]);
  const open = { ...confined, seccomp: false, namespaced: false, noNewPrivileges: false };
  expect(judgeBrowser({ browser: open, renderer: open }, 0)).toMatchObject({
    state: 'a user of its own (64611), namespaces off, seccomp off, no capabilities, no new privileges off',
    off: [expect.stringMatching(/sandbox is off: allow user namespaces: sysctl/)],
  });
  const root = { ...open, uid: 0, capabilities: '000001ffffffffff' };
  expect(judgeBrowser({ browser: root, renderer: root }, 0)).toMatchObject({
    state: expect.stringContaining('the user of the service (0), namespaces off'),
    off: [expect.stringContaining('it runs as root'), expect.stringContaining('sandbox is off')],
  });
  const missing = 'there is no bubblewrap: install the package bubblewrap';
  expect(judgeProgram('ffmpeg', { level: 'none', nesting: 'forbidden', limited: true, missing })).toEqual({
    part: 'ffmpeg',
    state: 'as the user of the service, memory, processor time and files bounded',
    off: [missing],
  });
});

test('machines of which nothing was heard for a month are forgotten', async () => {
  const now = services.clock.now();
  await services.sql`delete from machines`;
  await noteMachine(services.sql, 'old', [], new Date(now.getTime() - 31 * 24 * 60 * 60_000));
  await noteMachine(services.sql, 'young', [], now);
  expect((await listMachines(services.sql)).map(({ host }) => host)).toEqual(['young']);
});

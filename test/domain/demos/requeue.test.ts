import { describe, expect, it } from 'vitest';
import { demoDecider } from '../../../src/domain/demos/decide.ts';
import { demoStream } from '../../../src/domain/demos/events.ts';
import {
  reportFailure,
  reportPlan,
  reportPublished,
  reportRecording,
  reportUnchanged,
} from '../../../src/domain/demos/jobs/generation.ts';
import { refreshDemo, restyleDemo } from '../../../src/domain/demos/jobs/requeue.ts';
import { projectDecider } from '../../../src/domain/projects/decide.ts';
import { projectStream } from '../../../src/domain/projects/events.ts';
import type { Presentation } from '../../../src/recorder/contract/presentation.ts';
import { freshCommand } from '../../support/services.ts';
import {
  begin,
  creditsOf,
  defaultDress,
  detailOf,
  filmOf,
  newDemo,
  plan,
  readyDemo,
  services,
  startServices,
} from './generating.ts';

startServices();

const refresh = (demo: { demoId: string; userId: string }) =>
  refreshDemo(services, freshCommand(demo.userId), { ...demo, triggeredBy: 'api' });

describe('a refresh', () => {
  it('plans anew and makes the next version', async () => {
    const demo = await readyDemo();
    const { jobId } = await refresh(demo);
    expect(await detailOf(demo)).toMatchObject({ status: 'refreshing', version: 1 });
    const job = await begin(jobId);
    expect(job).toMatchObject({ kind: 'refresh', version: 2, script: null });
    expect((await detailOf(demo)).status).toBe('refreshing');
    await reportPlan(services, job, { ...plan, title: 'New prices' });
    expect((await detailOf(demo)).title).toBe('The prices');
    await reportRecording(services, job);
    await reportPublished(services, job, filmOf(job));
    const after = await detailOf(demo);
    expect(after).toMatchObject({
      status: 'ready',
      version: 2,
      title: 'New prices',
      video_key: filmOf(job).videoKey,
      refreshHistory: [
        { id: jobId, triggered_by: 'api', result: 'completed', old_version: 1, new_version: 2 },
      ],
    });
    expect(after.refreshed_at).not.toBeNull();
  });

  it('that finds nothing new keeps the version and gives back what it cost, once', async () => {
    const demo = await readyDemo();
    const { jobId } = await refresh(demo);
    const job = await begin(jobId);
    expect(job.mayStay).toBe(true);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 2 });
    expect(await reportUnchanged(services, job)).toBe(true);
    expect(await reportUnchanged(services, job)).toBe(true);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 1 });
    expect(await detailOf(demo)).toMatchObject({
      status: 'ready',
      version: 1,
      error: null,
      latestJob: { status: 'completed' },
      refreshHistory: [
        {
          id: jobId,
          result: 'completed',
          old_version: 1,
          new_version: 1,
          unchanged: true,
          cost_returned: true,
          changes: [],
        },
      ],
    });
  });

  it('knows the steps before the first deed of the film that is shown', async () => {
    const demo = await newDemo();
    const made = await begin(demo.jobId);
    const press = { type: 'click' as const, selectors: [['#lend']], offsetX: 1, offsetY: 1 };
    const steps = [...plan.script.steps, press, { ...press, showreel: { writes: true as const } }, press];
    await reportPlan(services, made, plan);
    await reportPublished(services, made, { ...filmOf(made), script: { title: 'Lend', steps } });
    const job = await begin((await refresh(demo)).jobId);
    expect(job).toMatchObject({ mayStay: true, looksBehind: true, beforeDeed: steps.slice(0, 3) });
  });

  it('may not stay where something else was asked for since', async () => {
    const demo = await readyDemo();
    await services.store.execute(freshCommand(demo.userId), async (unit) => {
      const stream = await unit.load(demoDecider, demoStream(demo.demoId));
      stream.decide({ type: 'edit', by: demo.userId, prompt: 'Show the team' });
    });
    expect((await begin((await refresh(demo)).jobId)).mayStay).toBe(false);
  });
});

describe('a refresh that comes to nothing', () => {
  it('that fails leaves the last good version in place and says so', async () => {
    const demo = await readyDemo();
    const before = await detailOf(demo);
    const { jobId } = await refresh(demo);
    const job = await begin(jobId);
    await reportPlan(services, job, { ...plan, title: 'New prices' });
    await reportFailure(services, job, {
      code: 'timeout',
      message: 'The page did not answer.',
      recordingLog: [],
    });
    const { latestJob: _, refreshHistory, updated_at: __, ...after } = await detailOf(demo);
    const { latestJob: ___, refreshHistory: ____, updated_at: _____, ...good } = before;
    expect(after).toEqual({ ...good, error: 'The page did not answer.' });
    expect(refreshHistory).toMatchObject([
      { result: 'failed', old_version: 1, new_version: null, error: 'The page did not answer.' },
    ]);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 1 });
  });

  it('beyond the allowance costs a credit, and refunds that very one when it fails', async () => {
    const demo = await readyDemo();
    for (let n = 0; n < 9; n++) {
      const job = await begin((await refresh(demo)).jobId);
      await reportPlan(services, job, plan);
      await reportPublished(services, job, filmOf(job));
    }
    const { jobId } = await refresh(demo);
    expect(await creditsOf(demo.userId)).toEqual({ balance: 2, demos_used: 10 });
    await reportFailure(services, await begin(jobId), { code: 'dns', message: 'Gone.' });
    expect(await creditsOf(demo.userId)).toEqual({ balance: 3, demos_used: 10 });
    const lines = await services.sql`
      select type, amount, balance_after, job_id,
        (select type from credit_transactions of where of.id = t.refund_of) as refund_of
      from credit_transactions t where user_id = ${demo.userId} order by version`;
    expect(lines).toEqual([
      { type: 'bonus', amount: 3, balance_after: 3, job_id: null, refund_of: null },
      { type: 'deduct', amount: -1, balance_after: 2, job_id: jobId, refund_of: null },
      { type: 'refund', amount: 1, balance_after: 3, job_id: jobId, refund_of: 'deduct' },
    ]);
  });

  it('is refused while another runs, and charges nothing for it', async () => {
    const demo = await readyDemo();
    await refresh(demo);
    const before = await creditsOf(demo.userId);
    await expect(refresh(demo)).rejects.toMatchObject({ code: 'demo_busy', status: 409 });
    expect(await creditsOf(demo.userId)).toEqual(before);
  });
});
describe('a restyle', () => {
  it('records the script that is there, dressed anew', async () => {
    const demo = await readyDemo();
    const presentation: Presentation = { padding: 0.2, mockup: 'macos-dark' };
    const template = { recordingTemplate: { id: 'auto', ...plan.template } };
    const { jobId } = await restyleDemo(services, freshCommand(demo.userId), { ...demo, presentation });
    const shown = await detailOf(demo);
    expect(shown.status).toBe('recording');
    expect(JSON.parse(shown.presentation ?? '')).toEqual({ ...defaultDress, ...template });
    const job = await begin(jobId);
    const dressed = { ...defaultDress, ...presentation, ...template };
    expect(job).toMatchObject({ kind: 'restyle', version: 2, script: plan.script, presentation: dressed });
    expect(await reportPublished(services, job, filmOf(job))).toBe(true);
    const after = await detailOf(demo);
    expect(JSON.parse(after.presentation ?? '')).toEqual(dressed);
    expect(after).toMatchObject({
      status: 'ready',
      version: 2,
      refreshed_at: null,
      refreshHistory: [{ triggered_by: 'restyle', result: 'completed', new_version: 2 }],
    });
  });

  it('leaves a window that nobody names to the page, and answers the default in its place', async () => {
    const demo = await readyDemo();
    expect(await detailOf(demo)).toMatchObject({ window_follows_page: true });
    const restyled = async (presentation: Presentation) => {
      const { jobId } = await restyleDemo(services, freshCommand(demo.userId), { ...demo, presentation });
      const job = await begin(jobId);
      await reportPublished(services, job, filmOf(job));
      const { presentation: text, window_follows_page } = await detailOf(demo);
      return {
        filmed: job.presentation?.mockup,
        answered: JSON.parse(text ?? '').mockup,
        window_follows_page,
      };
    };
    const open = { filmed: undefined, answered: 'macos-light', window_follows_page: true };
    expect(await restyled({ padding: 0.1 })).toEqual(open);
    const named = { filmed: 'macos-light', answered: 'macos-light', window_follows_page: false };
    expect(await restyled({ mockup: 'macos-light' })).toEqual(named);
    expect(await restyled({})).toEqual(open);
  });

  it('replaces what was asked for before by the defaults, except for the template', async () => {
    const asked: Presentation = {
      padding: 0.25,
      mockup: 'none',
      zoom: { enabled: false },
      recordingTemplate: { id: 'cinematic', sectionHint: 'prices' },
    };
    const demo = await readyDemo(asked);
    const before = JSON.parse((await detailOf(demo)).presentation ?? '');
    expect(before).toMatchObject({ ...asked, zoom: { enabled: false, intensity: 1.6, transitionMs: 700 } });
    const presentation: Presentation = { cursor: { style: 'dot' } };
    const { jobId } = await restyleDemo(services, freshCommand(demo.userId), { ...demo, presentation });
    const job = await begin(jobId);
    await reportPublished(services, job, filmOf(job));
    expect(JSON.parse((await detailOf(demo)).presentation ?? '')).toEqual({
      ...defaultDress,
      cursor: { ...defaultDress.cursor, style: 'dot' },
      recordingTemplate: before.recordingTemplate,
    });
  });

  it('plays the script where it was planned, also after the project has moved on', async () => {
    const demo = await readyDemo();
    const page = { url: 'https://elsewhere.example/', viewport: 'mobile' } as const;
    await services.store.execute(freshCommand(demo.userId), async (unit) => {
      const project = await unit.load(projectDecider, projectStream(demo.projectId));
      project.decide({ type: 'edit', by: demo.userId, changes: page });
    });
    const restyle = await restyleDemo(services, freshCommand(demo.userId), { ...demo, presentation: {} });
    const again = await begin(restyle.jobId);
    expect(again).toMatchObject({ url: 'https://example.com/', viewport: 'desktop' });
    await reportPublished(services, again, filmOf(again));
    const wish = { ...demo, triggeredBy: 'api' as const };
    const { jobId } = await refreshDemo(services, freshCommand(demo.userId), wish);
    expect(await begin(jobId)).toMatchObject(page);
  });
});

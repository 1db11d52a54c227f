import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectDecider } from '../../../src/domain/projects/decide.ts';
import { projectStream } from '../../../src/domain/projects/events.ts';
import { clearUploads } from '../../../src/worker/chores/clear-uploads.ts';
import { illustrate } from '../../../src/worker/chores/illustrate.ts';
import { removeMedia } from '../../../src/worker/chores/remove-media.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { type Footage, makeFootage } from '../../support/footage.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { freshCommand, openProject } from '../../support/services.ts';

let api: TestApi;
let footage: Footage;
let folder: string;

beforeAll(async () => {
  [api, footage] = await Promise.all([startApi(), makeFootage()]);
  folder = await mkdtemp(join(tmpdir(), 'showreel-illustrate-'));
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function upload(format: 'mp4' | 'webm' = 'mp4', body: Buffer = footage[format]) {
  const projectId = await openProject(api.services, api.owner.userId);
  const query = `project_id=${projectId}&prompt=x&format=${format}`;
  const headers = { 'Content-Type': `video/${format}` };
  const answer = await api.request('POST', `/api/v1/demos/local-upload?${query}`, { body, headers });
  expect(answer.status).toBe(201);
  return { projectId, id: (answer.body as unknown as { id: string }).id };
}

const tasks = () => [
  illustrate({ services: api.services, media: api.media, ffmpegPath: null }),
  ...clearUploads(api.services, api.media),
  removeMedia(api.media),
];

/** Performs the job that the upload queued, as a worker does. */
async function run(task: string, demoId: string): Promise<void> {
  const job = (await queuedJobs(api.services, task)).find(
    ({ payload }) => 'demoId' in payload && payload.demoId === demoId,
  );
  await perform(tasks(), job!, await mkdtemp(join(folder, 'run-')));
}

const files = async (demoId: string) =>
  (await readdir(join(api.mediaDir, 'demos', demoId, 'v1')).catch(() => [])).sort();
const fetched = async (path: string) => {
  const answer = await fetch(`${api.baseUrl}${path}`);
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status;
};

describe('soon after an upload', () => {
  test.each(['mp4', 'webm'] as const)(
    'a %s has a thumbnail of its size and a GIF that loops',
    async (format) => {
      const { id } = await upload(format);
      expect([await fetched(`/thumb/${id}.png`), await fetched(`/gif/${id}.gif`)]).toEqual([404, 404]);
      await run('upload.illustrate', id);
      const thumbnail = await loadImage((await fetched(`/thumb/${id}.png`)) as Buffer);
      expect([thumbnail.width, thumbnail.height]).toEqual([320, 180]);
      const gif = (await fetched(`/gif/${id}.gif`)) as Buffer;
      expect([gif.toString('latin1', 0, 6), gif.readUInt16LE(6)]).toEqual(['GIF89a', 640]);
      expect(gif.includes('NETSCAPE2.0')).toBe(true);
      expect(gif.length).toBeLessThan(8 * 2 ** 20);
      expect(await files(id)).toHaveLength(3);
      // The job is done again, as it is after a worker died. Nothing changes.
      await run('upload.illustrate', id);
      expect(await files(id)).toHaveLength(3);
    },
  );

  test('the pictures that its owner uploads stay, whichever come first', async () => {
    const { id } = await upload();
    const give = (type: string, body: Buffer, mediaType: string) =>
      api.request('POST', `/api/v1/demos/${id}/local-assets?type=${type}`, {
        body,
        headers: { 'Content-Type': mediaType },
      });
    expect((await give('thumbnail', footage.otherPng, 'image/png')).status).toBe(201);
    await run('upload.illustrate', id);
    expect(await fetched(`/thumb/${id}.png`)).toEqual(footage.otherPng);
    expect((await give('gif', footage.gif, 'image/gif')).status).toBe(201);
    expect(await fetched(`/gif/${id}.gif`)).toEqual(footage.gif);
    expect(await files(id)).toHaveLength(3);
  });

  test('a film whose pictures cannot be made is shown without them', async () => {
    const { id } = await upload();
    await writeFile(join(api.mediaDir, 'demos', id, 'v1', 'video.mp4'), 'no film any more');
    await expect(run('upload.illustrate', id)).rejects.toThrow('no stills');
    const { body } = await api.request('GET', `/api/v1/demos/${id}`);
    expect(body).toMatchObject({ status: 'ready', thumbnail_key: null });
    expect(await files(id)).toEqual(['video.mp4']);
  });

  test('a demo that was deleted meanwhile stays deleted, with every file of it', async () => {
    const { id } = await upload();
    expect((await api.request('DELETE', `/api/v1/demos/${id}`)).status).toBe(200);
    const removal = (await queuedJobs(api.services, 'media.remove')).at(-1)!;
    await perform(tasks(), removal);
    await run('upload.illustrate', id);
    expect(await files(id)).toEqual([]);
  });

  test('a demo that was uploaded while its project was being deleted is deleted too', async () => {
    const { id, projectId } = await upload();
    await api.services.store.execute(freshCommand(), async (unit) => {
      const project = await unit.load(projectDecider, projectStream(projectId));
      project.decide({ type: 'delete', by: api.owner.userId });
    });
    await run('upload.illustrate', id);
    expect((await api.request('GET', `/api/v1/demos/${id}`)).status).toBe(404);
  });
});

describe('an hour after an upload', () => {
  test('the files of an upload during which the process died are removed, and those of a demo are not', async () => {
    const { id } = await upload();
    await run('upload.settle', id);
    expect(await files(id)).toEqual(['video.mp4']);
    const path = join(folder, 'orphan');
    await writeFile(path, footage.mp4);
    await api.media.putFile('demos/demo_orphan/v1/video.mp4', path);
    await perform(tasks(), { task: 'upload.settle', payload: { demoId: 'demo_orphan' } });
    expect(await files('demo_orphan')).toEqual([]);
  });

  test('incomplete files are removed by a scheduled job, a day after they were written', async () => {
    const sweep = tasks().find(({ schedule }) => schedule !== null)!;
    await writeFile(await api.media.newScratchPath(), 'half');
    await perform(tasks(), { task: sweep.name, payload: {} });
    expect(await readdir(join(api.mediaDir, '.incoming'))).toHaveLength(1);
    const [path] = (await readdir(join(api.mediaDir, '.incoming'))).map((name) =>
      join(api.mediaDir, '.incoming', name),
    );
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(path!, yesterday, yesterday);
    await perform(tasks(), { task: sweep.name, payload: {} });
    expect(await readdir(join(api.mediaDir, '.incoming'))).toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { runConfined, sealedInput } from '../../src/probe/confined.ts';
import { checkGif, checkPng, checkVideo, findProbeTools, type ProbeTools } from '../../src/probe/index.ts';
import { type Footage, makeFootage } from '../support/footage.ts';
import { within } from '../support/within.ts';

let folder: string;
let footage: Footage;
let tools: ProbeTools;
let listener: Server;
let address: string;
let callers = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showreel-probe-'));
  [footage, tools] = await Promise.all([makeFootage(), findProbeTools(null)]);
  listener = createServer((socket) => {
    callers++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(async () => {
  listener.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  callers = 0;
});

async function put(content: string | Buffer, name = 'upload.mp4'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const limits = { writes: null, timeoutMs: 60_000, memoryBytes: 2 ** 30, writesBytes: 0 };

describe('a file that asks for other files', () => {
  const playlist = (url: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${url}\n#EXT-X-ENDLIST\n`;
  const manifest = (url: string) =>
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S"><Period>
<AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}</BaseURL><SegmentBase/>
</Representation></AdaptationSet></Period></MPD>`;

  test('does not get them: ffprobe would fetch them without our limits, and does not within them', async () => {
    const path = await put(playlist(`${address}/a.ts`), 'list.m3u8');
    // Without the limits the attack works, so the rest of this test proves that the limits stop it.
    const open = ['-v', 'error', '-protocol_whitelist', 'file,http,tcp', '-i', path];
    await new Promise((done) => execFile(tools.ffprobe, open, done));
    expect(callers).toBeGreaterThan(0);
    callers = 0;
    for (const content of [
      playlist(`${address}/a.ts`),
      manifest(`${address}/a.mp4`),
      `ffconcat version 1.0\nfile ${address}/a.ts\n`,
    ])
      for (const format of ['mov', 'matroska', 'gif', 'png_pipe'] as const) {
        const reads = await put(content);
        await runConfined(tools, 'ffprobe', sealedInput(format, reads), { ...limits, reads });
      }
    expect(callers).toBe(0);
  });
});

describe('a program that examines a file', () => {
  async function programThat(does: string): Promise<ProbeTools> {
    const path = join(folder, 'ffprobe-that');
    // Before its first run, a program is asked for its version.
    await writeFile(path, `#!/bin/sh\n[ "$1" = -version ] && exit\n${does}\n`);
    await chmod(path, 0o755);
    return { ...tools, ffprobe: path };
  }
  const run = async (does: string, limit = limits) =>
    (await runConfined(await programThat(does), 'ffprobe', [], { ...limit, reads: await put('') })).output;

  test('is killed when its time is up', async () => {
    expect(await within(3_000, () => run('exec sleep 60', { ...limits, timeoutMs: 300 }))).toBeNull();
  });

  test('has limited memory, can write no file, and gets none of our settings', async () => {
    expect(await run('echo fine')).toBe('fine\n');
    const hungry = 'head -c 200000000 /dev/zero | tail -c 200000000 | wc -c | grep -x 200000000';
    expect(await run(hungry)).toBe('200000000\n');
    expect(await run(hungry, { ...limits, memoryBytes: 2 ** 26 })).toBeNull();
    expect(await run(`echo much > ${folder}/written; test -s ${folder}/written`)).toBeNull();
    process.env.SHOWREEL_TEST_SECRET = 'secret';
    const known = await run('env');
    expect(known).toContain('PATH=');
    expect(known).not.toMatch(/SHOWREEL|DATABASE_URL|HOME/);
    delete process.env.SHOWREEL_TEST_SECRET;
  });

  test('is reported where it is missing, with a sentence that says who can install it', async () => {
    await expect(findProbeTools('/nowhere/ffmpeg')).rejects.toMatchObject({
      status: 503,
      code: 'probe_unavailable',
      message: expect.stringMatching(/operator .*install/),
    });
  });
});

test('a file is accepted or refused with 415, whichever bytes of it were changed', async () => {
  const kinds = [
    ['mp4', checkVideo],
    ['webm', checkVideo],
    ['png', checkPng],
    ['gif', checkGif],
  ] as const;
  // The changes are behind the first bytes, which tell the format at once, and before most of the picture data.
  const change = fc.record({ at: fc.integer({ min: 16, max: 3000 }), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(change, { minLength: 1, maxLength: 12 }),
      async ([kind, check], changes) => {
        const body = Buffer.from(footage[kind]);
        for (const { at, byte } of changes) body[at] = byte;
        const refusal = await check(tools, await put(body)).then(
          () => null,
          (error: unknown) => error,
        );
        if (refusal === null) return;
        expect(refusal).toBeInstanceOf(AppError);
        expect(refusal).toMatchObject({ status: 415 });
      },
    ),
    { numRuns: 24 },
  );
  expect(await readdir(folder)).not.toContain('core');
});

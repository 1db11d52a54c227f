import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderStorage } from '../../src/media/folder.ts';

describe('media in a folder', () => {
  let scratch: string;
  const storage = () => folderStorage(join(scratch, 'media'));
  const file = async (content: string) => {
    const path = join(scratch, `source-${Math.random()}`);
    await writeFile(path, content);
    return path;
  };

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'showreel-media-'));
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  test('an object comes back whole and in ranges', async () => {
    const put = await storage().putFile('demos/d1/v1/video.mp4', await file('0123456789'));
    expect(put.sizeBytes).toBe(10);
    expect(await storage().head('demos/d1/v1/video.mp4')).toEqual(put);
    expect(await text(storage().read('demos/d1/v1/video.mp4'))).toBe('0123456789');
    expect(await text(storage().read('demos/d1/v1/video.mp4', { start: 2, end: 4 }))).toBe('234');
  });

  test('an object that replaces another has another ETag, even with the same bytes', async () => {
    const first = await storage().putFile('a/b.png', await file('same'));
    const second = await storage().putFile('a/b.png', await file('same'));
    expect(second.etag).not.toBe(first.etag);
    expect(first.etag).toMatch(/^"[\w-]+"$/);
  });

  test('a failed put leaves neither an object nor scratch files', async () => {
    await expect(storage().putFile('a/b.png', join(scratch, 'absent'))).rejects.toThrow('ENOENT');
    expect(await storage().head('a/b.png')).toBeNull();
    expect(await readdir(join(scratch, 'media', '.incoming'))).toEqual([]);
  });

  test('deleting a prefix takes everything below it and nothing beside it', async () => {
    await storage().putFile('demos/d1/v1/video.mp4', await file('x'));
    await storage().putFile('demos/d1/v2/video.mp4', await file('x'));
    await storage().putFile('demos/d10/v1/video.mp4', await file('x'));
    await storage().deletePrefix('demos/d1/');
    await storage().deletePrefix('demos/never/');
    expect(await storage().head('demos/d1/v1/video.mp4')).toBeNull();
    expect(await storage().head('demos/d10/v1/video.mp4')).not.toBeNull();
    await expect(storage().deletePrefix('demos/d10')).rejects.toThrow('slash');
  });

  test('all keys are listed, or those of a prefix, and the scratch folder is not', async () => {
    for (const key of ['demos/d1/v1/video.mp4', 'demos/d10/v1/video.mp4', 'audit/heads/a.json'])
      await storage().putFile(key, await file('x'));
    await writeFile(await storage().newScratchPath(), 'coming');
    const keysBelow = async (prefix: string) => {
      const keys: string[] = [];
      for await (const key of storage().list(prefix)) keys.push(key);
      return keys.sort();
    };
    expect(await keysBelow('')).toEqual([
      'audit/heads/a.json',
      'demos/d1/v1/video.mp4',
      'demos/d10/v1/video.mp4',
    ]);
    expect(await keysBelow('demos/d1/')).toEqual(['demos/d1/v1/video.mp4']);
    expect(await keysBelow('demos/never/')).toEqual([]);
  });

  test('deleting the last object of a folder leaves no empty folders', async () => {
    await storage().putFile('demos/d1/v1/video.mp4', await file('x'));
    await storage().delete('demos/d1/v1/video.mp4');
    await storage().delete('demos/d1/v1/video.mp4');
    expect(await readdir(join(scratch, 'media'))).toEqual(['.incoming']);
  });

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '', '.incoming/x', 'a/./b', 'a\0b', 'a/b\n'])(
    'the key %j cannot leave the folder',
    async (key) => {
      await expect(storage().head(key)).rejects.toThrow('not a media key');
      await expect(storage().putFile(key, await file('x'))).rejects.toThrow('not a media key');
      expect(() => storage().read(key)).toThrow('not a media key');
    },
  );

  test('a folder is not an object', async () => {
    await mkdir(join(scratch, 'media', 'demos'), { recursive: true });
    expect(await storage().head('demos')).toBeNull();
    await storage().putFile('file', await file('x'));
    expect(await storage().head('file/below')).toBeNull();
  });

  test('the check fails where nothing can be written', async () => {
    await storage().check();
    await writeFile(join(scratch, 'blocked'), '');
    await expect(folderStorage(join(scratch, 'blocked')).check()).rejects.toThrow();
  });
});

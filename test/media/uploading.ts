/** A program that stores one file in a bucket, for tests that kill it: `uploading.ts SETTINGS KEY PATH`. */
import { join } from 'node:path';
import { bucketStorage } from '../../src/media/bucket/index.ts';

const [settings, key, path] = process.argv.slice(2) as [string, string, string];
await bucketStorage(JSON.parse(settings), join(path, '..', 'scratch')).putFile(key, path);

import { describe, expect, test } from 'vitest';
import type { GenerationJob } from '../../../src/domain/demos/jobs/generation.ts';
import { createLogger } from '../../../src/log.ts';
import { rulesFor } from '../../../src/worker/film/guard-rules.ts';
import type { RecordingSettings } from '../../../src/worker/film/recording-settings.ts';

const log = createLogger('silent');
const settings = (allowLoopback: boolean) =>
  ({ allowHosts: ['intranet.example'], allowLoopback }) as unknown as RecordingSettings;
const rules = (url: string, allowLoopback = true) =>
  rulesFor({ job: { url } as GenerationJob, log }, settings(allowLoopback));

describe('The guard of a film', () => {
  test.each([
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://shop.localhost:3000/a',
    'http://[::1]:4000/',
  ])('opens loopback to the page %s of this machine', (url) => {
    expect(rules(url).allowLoopback).toBe(true);
    expect(rules(url, false).allowLoopback).toBe(false);
  });

  test.each([
    'https://example.com/',
    'https://localhost.example.com/',
    'https://127.0.0.1.example.com/',
    'http://intranet.example/',
  ])('keeps loopback from the page %s', (url) => expect(rules(url).allowLoopback).toBe(false));

  test('opens the hosts that the operator allows', () => {
    expect(rules('https://example.com/').allowHosts).toEqual(['intranet.example']);
  });
});

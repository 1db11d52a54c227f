import { expect, test } from 'vitest';
import { faultOfWebVtt } from '../../../src/domain/uploads/web-vtt.ts';

const cue = '00:01.000 --> 00:02.500\nThe prices';

test.each([
  ['a cue', `WEBVTT\n\n${cue}`],
  [
    'a title, a note, a name and settings',
    `WEBVTT - Prices\n\nNOTE mine\n\nfirst\n${cue.replace('\n', ' line:90%\n')}`,
  ],
  [
    'hours, a byte order mark and the line ends of Windows',
    `\uFEFFWEBVTT\r\n\r\n01:00:01.000 --> 01:00:02.500\r\nx`,
  ],
])('%s is WebVTT', (_, text) => {
  expect(faultOfWebVtt(text)).toBeNull();
});

test.each([
  ['nothing', '', 'first line'],
  ['SubRip', `1\n${cue}`, 'first line'],
  ['a word that begins like it', `WEBVTTX\n\n${cue}`, 'first line'],
  ['no cue', 'WEBVTT\n', 'one cue'],
  ['commas in times', 'WEBVTT\n\n00:01,000 --> 00:02,500\nx', 'line 3'],
  ['seconds over sixty', 'WEBVTT\n\n00:61.000 --> 01:02.500\nx', 'line 3'],
  ['an end before its beginning', `WEBVTT\n\n${cue}\n\n00:03.000 --> 00:02.999\nx`, 'line 6'],
])('%s is not', (_, text, named) => {
  expect(faultOfWebVtt(text)).toContain(named);
});

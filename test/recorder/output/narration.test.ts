import { describe, expect, test } from 'vitest';
import type { ActionScript, Step } from '../../../src/recorder/contract/script.ts';
import type { StepLog } from '../../../src/recorder/contract/take-frame.ts';
import { captionCues, chapterCues, webVtt } from '../../../src/recorder/output/narration.ts';

const hold = (intent: string): Step => ({
  type: 'customStep',
  name: 'showreel.hold',
  parameters: {},
  showreel: { intent },
});
const caption = (text: string, intent: string): Step => ({
  type: 'customStep',
  name: 'showreel.caption',
  parameters: { text },
  showreel: { intent },
});

/** A log in which the steps follow each other from 600 ms on, each with the given length. */
function filmed(...parts: [Step, number, StepLog['status']?][]) {
  const script: ActionScript = { title: 'A film', steps: parts.map(([step]) => step) };
  let clock = 600;
  const log = parts.map(([step, ms, status = 'ok'], index): StepLog => {
    const startMs = clock;
    clock += ms;
    const { intent = null } = step.showreel ?? {};
    const type = step.type === 'customStep' ? step.name : step.type;
    return { step: index, type, intent, startMs, endMs: clock, status, selector: null, message: null };
  });
  return { script, log };
}

describe('captions', () => {
  test('say for each scene what is done, or what the script itself says', () => {
    const { script, log } = filmed(
      [hold('Open the page'), 1000],
      [hold('Show the prices'), 700],
      [caption('Three plans', 'Show the prices'), 0],
      [hold('Show the prices'), 2000],
      [hold('Press “Start”'), 1000, 'skipped'],
      [hold('End on the whole page'), 1200],
    );
    expect(captionCues(script, log, 7000)).toEqual([
      { startMs: 600, endMs: 1600, text: 'Open the page' },
      { startMs: 2300, endMs: 4300, text: 'Three plans' },
      { startMs: 5300, endMs: 6500, text: 'End on the whole page' },
    ]);
  });

  test('end with the film and never overlap', () => {
    const { script, log } = filmed(
      [caption('One', 'a'), 0],
      [hold('a'), 1500],
      [caption('Two', 'a'), 0],
      [hold('a'), 9000],
    );
    const cues = captionCues(script, log, 5000);
    expect(cues.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(cues[0]!.endMs).toBe(cues[1]!.startMs);
    expect(cues[1]!.endMs).toBe(5000);
  });
});

describe('chapters', () => {
  test('cover the film without a gap, and a short scene belongs to the next chapter', () => {
    const { script, log } = filmed(
      [hold('Open the page'), 400],
      [hold('Show the features'), 3000],
      [hold('Show the prices'), 3000],
      [hold('Point at “Start”'), 300],
    );
    expect(chapterCues(script, log, 8000)).toEqual([
      { startMs: 0, endMs: 4000, text: 'Show the features' },
      { startMs: 4000, endMs: 8000, text: 'Show the prices' },
    ]);
  });

  test('are a single one with the title where no step has an intent', () => {
    const { script, log } = filmed([{ type: 'navigate', url: 'https://a.example/' }, 900]);
    expect(chapterCues(script, log, 5000)).toEqual([{ startMs: 0, endMs: 5000, text: 'A film' }]);
  });
});

test('WebVTT has numbered cues, times with hours, and escaped markup', () => {
  const text = webVtt([
    { startMs: 0, endMs: 1234.6, text: 'Show <b> & "more"\n\n--> now' },
    { startMs: 61_000, endMs: 3_723_004, text: 'العربية 中文' },
  ]);
  expect(text).toBe(
    'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.235\nShow &lt;b&gt; &amp; "more" --&gt; now\n' +
      '\n2\n00:01:01.000 --> 01:02:03.004\nالعربية 中文\n',
  );
  expect(webVtt([])).toBe('WEBVTT\n');
});

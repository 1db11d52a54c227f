import { Badge } from '@mantine/core';
import type { DemoDetail } from '../parts/demo-state.ts';
import { formatSeconds } from '../parts/format.ts';
import { inWords, type LogLine, linesOf, stepsOf } from './log-line.ts';

const states: Record<LogLine['status'], { words: string; color: string }> = {
  ok: { words: 'Done', color: 'good' },
  healed: { words: 'Found elsewhere', color: 'warn' },
  skipped: { words: 'Skipped', color: 'warn' },
  failed: { words: 'Failed', color: 'fault' },
};

/** What each step did when the film was recorded. */
export function RecordingLog({ demo }: { demo: DemoDetail }) {
  const log = linesOf(demo);
  const steps = stepsOf(demo) ?? [];
  if (!log || log.length === 0) return <p className="quiet">Nothing was recorded yet.</p>;
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Time</th>
          <th>Step</th>
          <th>Result</th>
        </tr>
      </thead>
      <tbody>
        {log.map((line) => (
          <tr key={line.step}>
            <td className="num" data-label="Time">
              {formatSeconds(line.startMs)}
            </td>
            <td data-label="Step">
              <span>
                {inWords(steps[line.step] ?? { type: line.type })}
                {line.intent && <span className="quiet small"> · {line.intent}</span>}
                {line.message && <span className="quiet small"> · {line.message}</span>}
                {line.snapshot && (
                  <>
                    {' · '}
                    <a href={line.snapshot}>the page at that moment</a>
                  </>
                )}
              </span>
            </td>
            <td data-label="Result">
              <Badge color={states[line.status].color} variant="light">
                {states[line.status].words}
              </Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

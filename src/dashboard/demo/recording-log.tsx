import { Badge } from '@mantine/core';
import type { DemoDetail } from '../parts/demo-state.ts';
import { formatSeconds } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
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
    <Table
      rows={log}
      keyOf={({ step }) => step}
      columns={[
        { head: 'Time', className: 'num', cell: ({ startMs }) => formatSeconds(startMs) },
        {
          head: 'Step',
          cell: (line) => <What line={line} words={inWords(steps[line.step] ?? { type: line.type })} />,
        },
        {
          head: 'Result',
          cell: ({ status }) => (
            <Badge color={states[status].color} variant="light">
              {states[status].words}
            </Badge>
          ),
        },
      ]}
    />
  );
}

const What = ({ line, words }: { line: LogLine; words: string }) => (
  <span>
    {words}
    {line.intent && <span className="quiet small"> · {line.intent}</span>}
    {line.message && <span className="quiet small"> · {line.message}</span>}
    {line.snapshot && (
      <>
        {' · '}
        <a href={line.snapshot}>the page at that moment</a>
      </>
    )}
  </span>
);

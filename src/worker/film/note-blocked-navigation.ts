import type { StepLog } from '../../recorder/contract/take-frame.ts';
import type { BrowserSession } from '../../recorder/index.ts';

/** Writes down beside the steps of a film which of them would have left the site: nothing of those is to be seen. */
export function noteBlockedNavigation({ tab }: Pick<BrowserSession, 'tab'>) {
  const notes = new Map<number, string>();
  let known = tab.fence.blockedHosts.length;
  const told = (line: StepLog): StepLog => {
    const note = notes.get(line.step);
    return note ? { ...line, message: line.message ? `${line.message} ${note}` : note } : line;
  };
  return {
    /** As the line is written, for which what was stopped since the line before counts. */
    note(line: StepLog): StepLog {
      const hosts = [...new Set(tab.fence.blockedHosts.slice(known))];
      known = tab.fence.blockedHosts.length;
      if (hosts.length > 0)
        notes.set(line.step, `It leads to another site (${hosts.join(', ')}): the film stayed on the site.`);
      return told(line);
    },
    told,
  };
}

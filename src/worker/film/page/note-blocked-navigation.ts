import type { StepLog } from '../../../recorder/contract/take-frame.ts';
import type { BrowserSession } from '../../../recorder/index.ts';

/** Notes for each step of a film whether it tried to leave the site. The film shows nothing of such a step. */
export function noteBlockedNavigation({ tab }: Pick<BrowserSession, 'tab'>) {
  const notes = new Map<number, string>();
  let known = tab.fence.blockedHosts.length;
  const told = (line: StepLog): StepLog => {
    const note = notes.get(line.step);
    return note ? { ...line, message: line.message ? `${line.message} ${note}` : note } : line;
  };
  return {
    /** Adds a note to the line where a navigation was blocked since the line before it. */
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

import { conflict } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { AuditEvent, HeadsExported } from './events.ts';

export interface AuditCommand {
  type: 'export';
  file: HeadsExported;
}

/** The file that was written last. */
export type AuditState = HeadsExported | null;

export const auditDecider: Decider<AuditCommand, AuditEvent, AuditState> = {
  initial: null,
  evolve: (_, event) => event.data,
  decide({ file }, last) {
    if (last && last.date >= file.date)
      throw conflict(
        'heads_exported',
        `The heads of ${last.date} were written down already; one file a day.`,
      );
    return [{ type: 'ChainHeadsExported', data: file }];
  },
};

import type { RecordingFault } from '../../recorder/contract/fault.ts';
import { overLimit, type PageLimits } from '../../recorder/contract/limits.ts';
import { openCgroups } from './cgroup.ts';

/** A process under limits that the kernel keeps, with everything that it starts. */
export interface Confined {
  /** The fault of its page, where the kernel has stopped it at a limit. */
  fault(): RecordingFault | null;
  /** Kills what still runs of it. It may be called twice. */
  end(): Promise<void>;
}
export type Confine = (pid: number) => Promise<Confined>;

/** What the recorder itself may take beside its page. A film takes 0.4 to 0.9 GB with its encoder, and 60 threads. */
const recorder = { memoryBytes: 1.5 * 2 ** 30, processes: 300 };

/**
 * The watch over the browser looks every 50 ms, and mostly comes first. Where it does not, as on a busy machine, the kernel ends the whole cell.
 * @param parent where groups are made; null: where systemd has made a place for them
 * @returns null where the kernel cannot be asked
 */
export async function openConfinement(parent: string | null, limits: PageLimits): Promise<Confine | null> {
  const makeCgroup = await openCgroups(parent);
  if (!makeCgroup) return null;
  return async (pid) => {
    const group = await makeCgroup(`cell-${pid}`, {
      memoryBytes: limits.memoryBytes + recorder.memoryBytes,
      processes: limits.processes + recorder.processes,
    });
    try {
      await group.add(pid);
    } catch (error) {
      await group.end();
      throw error;
    }
    return {
      fault() {
        const limit = group.reached();
        return limit && overLimit(limit, limits);
      },
      end: group.end,
    };
  };
}

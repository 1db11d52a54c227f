import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import { failurePicture } from '../../domain/demos/media-keys.ts';
import type { MediaStorage } from '../../media/index.ts';
import { RecordingFault } from '../../recorder/contract/fault.ts';
import type { StepLog } from '../../recorder/contract/take-frame.ts';

/**
 * Stores the picture of the page at the moment a step failed, and puts its address into the message and into that step's line of the
 * log.
 * @returns message and log; unchanged where the error has no picture
 */
export async function keepFailurePicture(
  media: MediaStorage,
  job: Pick<GenerationJob, 'demoId' | 'version'>,
  { error, folder, ...told }: { error: unknown; folder: string; message: string; recordingLog: StepLog[] },
): Promise<{ message: string; recordingLog: StepLog[] }> {
  if (!(error instanceof RecordingFault) || !error.picture) return told;
  const { key, url } = failurePicture(job.demoId, job.version);
  const path = join(folder, 'failure.jpg');
  await writeFile(path, error.picture);
  await media.putFile(key, path);
  return {
    message: `${told.message} A picture of the page at that moment: ${url}`,
    recordingLog: told.recordingLog.map((line) =>
      line.status === 'failed' ? { ...line, snapshot: url } : line,
    ),
  };
}

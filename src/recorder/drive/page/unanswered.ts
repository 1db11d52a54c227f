import { RecordingFault } from '../../contract/fault.ts';

/**
 * For the `catch` of a question to the page. A page that cannot answer, because its document is being replaced for example, gives
 * null. A fault that ends the recording is thrown on.
 */
export function nullUnlessFault(error: unknown): null {
  if (error instanceof RecordingFault) throw error;
  return null;
}

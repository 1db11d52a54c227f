/** A flow of Chrome's Recorder in the repository of a site. */
import { readFile } from 'node:fs/promises';
import { usageFailure } from '../failure.ts';

/** The service checks the steps, and names the one that is wrong. */
export interface Flow {
  [member: string]: unknown;
  title: string;
  steps: { type: string; [member: string]: unknown }[];
}

export async function readFlow(path: string): Promise<Flow> {
  const text = await readFile(path, 'utf8').catch((fault: Error) => {
    throw usageFailure(`flow: ${fault.message}`);
  });
  try {
    const flow = JSON.parse(text) as Partial<Flow> | null;
    if (typeof flow?.title === 'string' && Array.isArray(flow.steps)) return flow as Flow;
  } catch {
    // Told below.
  }
  throw usageFailure(`flow: ${path} is no user flow: expected JSON with \`title\` and \`steps\`.`);
}

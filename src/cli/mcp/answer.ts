import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { DemoDetail } from '../../client/index.ts';
import { toFailure } from '../failure.ts';
import type { Session } from '../session/session.ts';

/** What tools need of a session. */
export type Service = Pick<Session, 'baseUrl' | 'apiKey' | 'client'>;

/** A result as an object, and as text for clients that read nothing else. */
export const told = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value, null, 2) }],
  structuredContent: value,
});

/** A refusal is told to the model, which can then do something else. */
export async function answering(
  { baseUrl }: Service,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    const { message, code, hint, requestId } = toFailure(error, baseUrl);
    const lines = [`${message} (${code})`, hint, requestId && `Request ${requestId}`];
    return { content: [{ type: 'text', text: lines.filter(Boolean).join('\n') }], isError: true };
  }
}

/** What an agent needs of a demo. Script and log are resources, since they are long. */
export function summaryOf(demo: DemoDetail): Record<string, unknown> {
  const { id, project_id, status, title, prompt, version, duration_ms, error, warnings, urls, latestJob } =
    demo;
  return {
    id,
    project_id,
    status,
    title,
    sentence: prompt,
    version,
    duration_ms,
    error,
    warnings: warnings.map(({ message }) => message),
    urls,
    progress: latestJob?.progress ?? null,
    script: `showreel://demos/${id}/script`,
    log: `showreel://demos/${id}/log`,
  };
}

/** What the service refused, in its own words. */
export class ShowreelError extends Error {
  readonly status: number;
  /** Stable, snake_case. */
  readonly code: string;
  /** For whoever runs the service: it names the request in the log. */
  readonly requestId: string;

  constructor(status: number, body: unknown) {
    const { error, code, requestId } = (body ?? {}) as Partial<
      Record<'error' | 'code' | 'requestId', string>
    >;
    super(error ?? `The service answered with ${status}.`);
    this.name = 'ShowreelError';
    this.status = status;
    this.code = code ?? 'unknown';
    this.requestId = requestId ?? '';
  }
}

/**
 * The data of an answer.
 * @throws ShowreelError where it is a refusal.
 */
export async function unwrap<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new ShowreelError(response.status, error);
  return data as Data;
}

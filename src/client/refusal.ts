/** A request that the service refused. The message is the service's own sentence. */
export class ShowreelError extends Error {
  readonly status: number;
  /** The stable name of the error, in snake_case. */
  readonly code: string;
  /** The id of the request in the service's log. */
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
 * Returns the data of an answer.
 * @throws ShowreelError where the service refused the request.
 */
export async function unwrap<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new ShowreelError(response.status, error);
  return data as Data;
}

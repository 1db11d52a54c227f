import { inPlainWords, RefusedRequest } from './fault.ts';

/**
 * Posts a file, and tells meanwhile how much of it was sent. Fetch does not tell that, so this is an XMLHttpRequest.
 * @throws RefusedRequest, also where the connection broke
 */
export function sendFile<Answer>(order: {
  url: string;
  body: FormData | File;
  headers?: Record<string, string>;
  /** What a person is told where the service gives no reason. */
  failure: string;
  onSent: (share: number) => void;
  signal?: AbortSignal;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const refuse = (status: number, told: Partial<Told> = {}) =>
      reject(
        new RefusedRequest({
          message: inPlainWords(told.error ?? order.failure),
          code: told.code ?? 'unreachable',
          status,
          requestId: told.requestId ?? null,
          retryAfterSec: null,
        }),
      );
    request.open('POST', order.url);
    for (const [name, value] of Object.entries(order.headers ?? {})) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => order.onSent(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, response } = request;
      if (status >= 200 && status < 300 && response) resolve(response as Answer);
      else refuse(status, (response ?? {}) as Partial<Told>);
    };
    request.onerror = () => refuse(0);
    request.onabort = () => refuse(0, { error: 'The upload was stopped.', code: 'stopped' });
    order.signal?.addEventListener('abort', () => request.abort());
    request.send(order.body);
  });
}

interface Told {
  error: string;
  code: string;
  requestId: string;
}

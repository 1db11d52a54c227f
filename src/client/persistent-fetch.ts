const pausesMs = [200, 1_000];

/**
 * Sends a request again where the answer was lost or the service is unavailable (503). Only requests that are safe to repeat
 * are sent again: reads, and requests with an `Idempotency-Key`.
 */
export function persistentFetch(send: typeof fetch): (request: Request) => Promise<Response> {
  return async (request) => {
    const isRepeatable = request.method === 'GET' || request.headers.has('Idempotency-Key');
    const pauses = isRepeatable ? pausesMs : [];
    for (const pauseMs of pauses) {
      // A body can be read only once, so every attempt but the last sends a copy.
      const answer = await send(request.clone()).catch((fault: unknown) => {
        if (request.signal.aborted) throw fault;
        return null;
      });
      if (answer && answer.status !== 503) return answer;
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return send(request);
  };
}

const pausesMs = [200, 1_000];

/**
 * Sends a request again where the answer was lost or the service is not there just now (503). Only what can be repeated: reads,
 * and what carries an `Idempotency-Key`.
 */
export function persistentFetch(send: typeof fetch): (request: Request) => Promise<Response> {
  return async (request) => {
    const isRepeatable = request.method === 'GET' || request.headers.has('Idempotency-Key');
    // A body that is a stream can be read once.
    const pauses = isRepeatable ? pausesMs : [];
    for (const pauseMs of pauses) {
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

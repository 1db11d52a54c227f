/** References to what `components.ts` describes once for all operations. */
export const ref = (kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

export const requestIdHeader = { 'X-Request-Id': ref('headers', 'RequestId') };

export const limitHeaders = {
  'RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

/** The responses of an operation that are errors, by their statuses. */
export const errorResponses = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), ref('responses', `Error${status}`)]));

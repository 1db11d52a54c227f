/**
 * Signed embed addresses, for servers that show demos on their own pages. Other programs install this room as
 * `@showreel/signing`. It uses Node alone. It is JavaScript, since the package of the service exports it as it is too.
 */
import { createHmac } from 'node:crypto';

/** @type {import('./index.d.ts').signRuntimeEmbed} */
export function signRuntimeEmbed({ baseUrl, projectId, signingSecret, expires, payload }) {
  const seconds = expires instanceof Date ? Math.floor(expires.getTime() / 1000) : expires;
  if (!Number.isSafeInteger(seconds) || seconds <= 0)
    throw new TypeError('`expires` must be a date or whole Unix seconds.');
  const signed = {
    projectId,
    expires: String(seconds),
    payload: payload === undefined ? '' : Buffer.from(JSON.stringify(payload)).toString('base64url'),
  };
  const query = new URLSearchParams({
    project_id: projectId,
    expires: signed.expires,
    ...(signed.payload !== '' && { payload: signed.payload }),
    signature: runtimeSignature(signingSecret, signed),
  });
  return `${baseUrl.replace(/\/+$/, '')}/api/v1/embed/runtime?${query}`;
}

/** @type {import('./index.d.ts').runtimeSignature} */
export const runtimeSignature = (signingSecret, { projectId, expires, payload }) =>
  createHmac('sha256', signingSecret).update(['v1', projectId, expires, payload].join('\n')).digest('hex');

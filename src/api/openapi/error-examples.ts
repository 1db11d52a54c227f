import type { ErrorBody } from '../http/errors.ts';

/** One example of an error for each status. */
const refusals: Record<number, [code: string, sentence: string]> = {
  400: ['validation_failed', '`prompt` must have 1 to 500 characters, but it has 0.'],
  401: ['unauthorized', 'This API key is unknown or was revoked.'],
  403: ['format_not_in_plan', '`format` must be one of "mp4" on the Free plan, but "webm" came.'],
  404: ['demo_not_found', 'No such demo.'],
  409: ['demo_busy', 'This demo is being made at the moment; wait for it or cancel it first.'],
  411: ['length_required', 'The Content-Length header is missing.'],
  413: ['body_too_large', 'The body is larger than this operation accepts.'],
  415: ['unsupported_media_type', 'The body must be JSON, with the header Content-Type: application/json.'],
  416: ['range_not_satisfiable', 'The range must lie within the file, which has 1048576 bytes.'],
  422: ['dns', 'The page could not be found: there is no address for shop.example.'],
  426: ['upgrade_required', 'This address speaks WebSocket; ask for an upgrade.'],
  429: ['rate_limited', 'More than 120 writes came within a minute; try again in 31 s.'],
  500: ['internal_error', 'Something went wrong on our side; the request id helps to find it.'],
  501: ['mail_off', 'This service sends no mail. Ask whoever runs it for a link that sets a new password.'],
  503: ['unavailable', 'The service cannot reach its database just now; try again shortly.'],
};

/** An example of an error body for the document. */
export function refusalExample(status: number): ErrorBody {
  const [code, error] = refusals[status] ?? ['refused', 'The request was refused.'];
  return { error, code, requestId: 'req_01kjpx78byefvvvx9qrhkj8e9c' };
}

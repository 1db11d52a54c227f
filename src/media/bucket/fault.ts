import { AppError } from '../../errors.ts';
import type { BucketSettings } from './settings.ts';

/** Why the bucket did not do what it was asked, in a sentence for an operator. It holds no key and no header. */
export class BucketFault extends Error {
  /** What S3 or the system calls it, such as `NoSuchBucket` or `ECONNREFUSED`. */
  readonly code: string;
  /** undefined where nothing answered. */
  readonly status: number | undefined;

  constructor(code: string, status: number | undefined, message: string) {
    super(message);
    this.name = 'BucketFault';
    this.code = code;
    this.status = status;
  }

  /** Whether the same request may succeed by itself later: what nobody answered, what was too much, and faults of the service. */
  get mayPass(): boolean {
    return this.status === undefined || this.status === 429 || this.status >= 500;
  }
}

/**
 * What the client throws holds the request with its signature, and what the server answers may quote it. So this makes a fault of its own.
 * @param doing what was tried, such as `store demos/d1/v1/video.mp4`
 */
export function faultOf(thrown: unknown, doing: string, settings: BucketSettings): BucketFault {
  if (thrown instanceof BucketFault) return thrown;
  const { status, code } = named(thrown);
  return new BucketFault(code, status, `could not ${doing}: ${reason(code, status, settings)}`);
}

/** What callers of the API and the queue see of it. */
export const unavailable = (cause: BucketFault) =>
  new AppError(
    'storage_unavailable',
    503,
    'The service cannot reach its media storage just now; try again shortly.',
    { cause, detail: cause.message, retryAfterSec: 5 },
  );

/** Time-outs, broken connections and refusals have a code of the system; answers have a status and, unless they are to HEAD, a code. */
function named(thrown: unknown): { status: number | undefined; code: string } {
  const { $metadata, name, Code, code } = thrown as {
    $metadata?: { httpStatusCode?: number };
    name?: string;
    Code?: string;
    code?: string;
  };
  const status = $metadata?.httpStatusCode;
  const first = thrown instanceof AggregateError ? (thrown.errors[0] as { code?: string }).code : undefined;
  const told = status === undefined ? (code ?? first ?? name) : (Code ?? name);
  // A name that is longer or has other characters was not meant as one.
  return { status, code: /^[A-Za-z0-9_]{1,60}$/.test(told ?? '') ? told! : 'Unknown' };
}

function reason(code: string, status: number | undefined, settings: BucketSettings): string {
  const { bucket, region } = settings;
  const place = settings.endpoint ?? `AWS in ${region}`;
  if (status === undefined) {
    if (/^(TimeoutError|AbortError|ETIMEDOUT|ECONNRESET|EPIPE)$/.test(code))
      return `${place} (SHOWREEL_S3_ENDPOINT) did not answer in time (${code}).`;
    if (/CERT|SSL|TLS|SELF_SIGNED|ISSUER/.test(code))
      return `the certificate of ${place} (SHOWREEL_S3_ENDPOINT) is not trusted (${code}); NODE_EXTRA_CA_CERTS names further authorities.`;
    return `${place} (SHOWREEL_S3_ENDPOINT) cannot be reached (${code}).`;
  }
  switch (code) {
    case 'InvalidAccessKeyId':
      return `${place} does not know the key of SHOWREEL_S3_ACCESS_KEY_ID (${code}).`;
    case 'SignatureDoesNotMatch':
      return `SHOWREEL_S3_SECRET_ACCESS_KEY does not belong to SHOWREEL_S3_ACCESS_KEY_ID (${code}).`;
    case 'RequestTimeTooSkewed':
      return `the clock of this machine differs from that of ${place} (${code}).`;
    case 'NoSuchBucket':
      return `there is no bucket ${bucket} (SHOWREEL_S3_BUCKET) at ${place} (SHOWREEL_S3_ENDPOINT).`;
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `the bucket ${bucket} is not in the region ${region} (SHOWREEL_S3_REGION; ${code}).`;
    case 'QuotaExceeded':
      return `the quota of the bucket ${bucket} is used up.`;
  }
  if (status === 301 || status === 307)
    return `${place} says that the bucket ${bucket} is elsewhere: see SHOWREEL_S3_REGION and SHOWREEL_S3_ENDPOINT.`;
  if (status === 403)
    return `the key of SHOWREEL_S3_ACCESS_KEY_ID may not do that in the bucket ${bucket} (SHOWREEL_S3_BUCKET; ${code}).`;
  return `${place} answered ${status} (${code}).`;
}

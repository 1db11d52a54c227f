import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { BucketFault, faultOf, unavailable } from './fault.ts';
import type { BucketSettings } from './settings.ts';

/** How long the bucket may keep us waiting. */
export interface Patience {
  /** Until an answer begins, with everything that is tried again meanwhile. */
  answerMs: number;
  /** While a connection stands still: the client begins to look at it after 3 s, where it is 6 s or more. */
  standstillMs: number;
}
const patience: Patience = { answerMs: 12_000, standstillMs: 9_000 };

const connectMs = 4_000;
/** Of one process, at a time. Reads of films last as long as somebody watches. */
const connections = 200;

/** What a request to the bucket is for. */
interface Asked {
  /** Completes `could not …`. */
  doing: string;
  /** Ends the request, and the body of its answer too. */
  signal?: AbortSignal | undefined;
  /** Whether a body is sent: such a request is ended where it stands still, and not after a time. */
  sends?: boolean;
}

type Client = Pick<S3Client, 'send'>;

/**
 * One way to ask a bucket. It tries again what may pass, ends what nobody answers within 13 s, and throws faults that name settings.
 */
export interface Bucket {
  name: string;
  patience: Patience;
  /** @throws AppError 503 with a BucketFault as its cause */
  ask<Answer>(send: (client: Client, signal: AbortSignal) => Promise<Answer>, asked: Asked): Promise<Answer>;
  /** As `ask`, but null where the answer is 404. */
  find<Answer>(
    send: (client: Client, signal: AbortSignal) => Promise<Answer>,
    asked: Asked,
  ): Promise<Answer | null>;
}

export function openBucket(settings: BucketSettings, { answerMs, standstillMs } = patience): Bucket {
  const asking = createClient(settings, settings.endpoint, { maxAttempts: 3, socketTimeout: 0 });
  // A body that was sent in vain takes long: what did not answer is not tried a second time here.
  const sending = createClient(settings, settings.endpoint, { maxAttempts: 1, socketTimeout: standstillMs });

  async function attempt<Answer>(
    send: (client: Client, signal: AbortSignal) => Promise<Answer>,
    { doing, signal, sends }: Asked,
  ): Promise<Answer> {
    const bound = new AbortController();
    const timer = sends ? undefined : setTimeout(() => bound.abort(), answerMs);
    const either = signal ? AbortSignal.any([signal, bound.signal]) : bound.signal;
    try {
      return await send(sends ? sending : asking, either);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw faultOf(thrown, doing, settings);
    } finally {
      clearTimeout(timer);
    }
  }

  const ask: Bucket['ask'] = async (send, asked) => {
    for (let tries = 1; ; tries++) {
      const sinceMs = performance.now();
      try {
        return await attempt(send, asked);
      } catch (fault) {
        const mayTryAgain = asked.sends && tries < 3 && performance.now() - sinceMs < connectMs;
        if (!isFault(fault)) throw fault;
        if (!mayTryAgain || !fault.mayPass) throw unavailable(fault);
        await new Promise((resolve) => setTimeout(resolve, 200 * tries));
      }
    }
  };

  return {
    name: settings.bucket,
    patience: { answerMs, standstillMs },
    ask,
    async find(send, asked) {
      try {
        return await ask(send, asked);
      } catch (error) {
        const fault = causeOf(error);
        if (fault?.status === 404 && fault.code !== 'NoSuchBucket') return null;
        throw error;
      }
    },
  };
}

/** The fault behind an error of `ask`; null where it is another error. */
export function causeOf(error: unknown): BucketFault | null {
  const cause = (error as { cause?: unknown } | null)?.cause;
  return isFault(cause) ? cause : null;
}

const isFault = (error: unknown): error is BucketFault => error instanceof BucketFault;

/**
 * Checksums of the newer kind are left out: many services do not know them. Bodies have a Content-MD5 instead, which all of them check.
 */
export function createClient(
  { region, accessKeyId, secretAccessKey, pathStyle }: BucketSettings,
  endpoint: string | null,
  { maxAttempts, socketTimeout }: { maxAttempts: number; socketTimeout: number },
): S3Client {
  const config: S3ClientConfig = {
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout,
      httpAgent: { keepAlive: true, maxSockets: connections },
      httpsAgent: { keepAlive: true, maxSockets: connections },
    },
  };
  return new S3Client(endpoint === null ? config : { ...config, endpoint });
}

export type RecordingFaultKind =
  | 'dns'
  | 'refused'
  | 'tls'
  | 'http_status'
  | 'timeout'
  | 'not_html'
  | 'blocked'
  | 'network'
  | 'element_missing'
  | 'sign_in'
  | 'page_crashed'
  | 'bad_script'
  | 'cancelled'
  | 'browser'
  | 'encoder';

/**
 * Why a page could not be loaded or filmed. `message` is the sentence the user reads. `retryable` is true only for
 * faults that can pass (network hiccup, crash), never for those that cannot (404 page, bad script).
 */
export class RecordingFault extends Error {
  readonly kind: RecordingFaultKind;
  readonly retryable: boolean;
  /** JPEG of the page when it happened, where that tells something. */
  picture: Uint8Array | null = null;
  constructor(
    kind: RecordingFaultKind,
    message: string,
    options: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'RecordingFault';
    this.kind = kind;
    this.retryable = options.retryable ?? false;
  }
}

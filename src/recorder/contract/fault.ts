export const recordingFaultKinds = [
  'dns',
  'refused',
  'tls',
  'http_status',
  'timeout',
  'not_html',
  'blocked',
  'network',
  'element_missing',
  'assert_failed',
  'sign_in',
  'reset',
  'page_crashed',
  'over_limit',
  'bad_script',
  'nothing_done',
  'error_page',
  'sign_in_page',
  'cancelled',
  'browser',
  'encoder',
] as const;
export type RecordingFaultKind = (typeof recordingFaultKinds)[number];

/**
 * Why a page could not be loaded or filmed. `message` is the sentence that the user reads. `retryable` is true for faults that may pass
 * (a network problem, a crash), and false for those that stay (a 404 page, a bad script).
 */
export class RecordingFault extends Error {
  readonly kind: RecordingFaultKind;
  readonly retryable: boolean;
  /** A JPEG of the page at the moment of the fault, where that explains something. */
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

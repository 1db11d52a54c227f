/** Something that the page would have sent off camera, and that was not sent. */
export interface HeldWrite {
  /** The method of the request, or `SEND` for a message over a WebSocket. */
  method: string;
  /** Without its query, which may hold a secret. */
  url: string;
  /**
   * How the page sent it. A `beacon` (`sendBeacon`, a report of a visit) says nothing of what a press does: pages send it with any press.
   */
  kind: 'request' | 'form' | 'beacon' | 'socket';
  /** Since the hold began. */
  atMs: number;
}

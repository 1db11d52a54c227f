/** The user and the group that a process runs as. */
export interface Identity {
  uid: number;
  gid: number;
}

/**
 * Who a confined program runs as where the service is root. It is not the user of the browser, so that neither can touch the other's
 * files. The number needs no entry in /etc/passwd; it is among those that systemd keeps for such users (61184 to 65519). null where the
 * service is an ordinary user itself.
 */
export function programIdentity(): Identity | null {
  return process.getuid?.() === 0 ? { uid: 64_610, gid: 64_610 } : null;
}

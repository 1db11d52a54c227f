/** The user and the group that a process runs as. */
export interface Identity {
  uid: number;
  gid: number;
}

/**
 * Who the browser runs as. It executes strangers' code, so as root it gets a user of its own: neither root, who may do everything,
 * nor `nobody`, as whom the embedded PostgreSQL runs. The number needs no entry in /etc/passwd. It is among those that systemd keeps
 * for such users (61184 to 65519). null where the service is an ordinary user itself: only root may run processes as somebody else.
 */
export function browserIdentity(): Identity | null {
  return process.getuid?.() === 0 ? { uid: 64_611, gid: 64_611 } : null;
}

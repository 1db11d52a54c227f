/** `crypto.randomUUID` exists on https and on this machine only. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');

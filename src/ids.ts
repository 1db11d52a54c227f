import { v7 } from 'uuid';

export type IdPrefix =
  | 'proj'
  | 'demo'
  | 'job'
  | 'key'
  | 'txn'
  | 'pay'
  | 'bg'
  | 'user'
  | 'req'
  | 'cmd'
  | 'worker'
  | 'sess'
  | 'cred';

// Crockford base32 in lower case: URL-safe, no look-alikes, and its ASCII order is its numeric order, so that ids
// sort by the time they were made. 26 characters hold the 128 bits of a UUIDv7.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new prefixed, time-sorted, opaque identifier such as `demo_068v…`. */
export function newId(prefix: IdPrefix): string {
  let value = BigInt(`0x${v7().replaceAll('-', '')}`);
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = alphabet[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return `${prefix}_${text}`;
}

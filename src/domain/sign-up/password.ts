import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, string, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** A random password that can be read out and typed: 20 characters of 32, 100 bits, no look-alikes. */
export function newPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789-';
  return Array.from(randomBytes(20), (byte) => alphabet[byte % 32]).join('');
}

/** `salt:key` in hex, the format and parameters in which better-auth keeps and checks passwords. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = await derive(password.normalize('NFKC'), salt, 64, {
    N: 16_384,
    r: 16,
    p: 1,
    maxmem: 128 * 16_384 * 16 * 2,
  });
  return `${salt}:${key.toString('hex')}`;
}

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Seals secrets that are stored, by AES-256-GCM, and signs texts. A sealed text carries the id of the key that sealed it,
 * so that a master key can be rotated while old texts stay readable.
 */
export interface Secrets {
  /** `v1.<key id>.<iv>.<tag>.<ciphertext>`, base64url. */
  seal(text: string): string;
  /** @throws Error where the text was tampered with or its key is not configured. */
  open(sealed: string): string;
  /** Lower-case hex HMAC-SHA256 under a key derived for `purpose` from the first master key. */
  sign(purpose: string, text: string): string;
  /** Accepts the signatures of all configured keys, also of those that do not sign any more. */
  verify(purpose: string, text: string, signature: string): boolean;
  /** The signatures of all configured keys; the one of the key that signs comes first. */
  signatures(purpose: string, text: string): [string, ...string[]];
  /** The id of the key that seals. */
  sealingKey(): string;
}

export interface KeyRing {
  /** Keys of 32 bytes. The first one seals and signs, and all of them open and verify. */
  masters: readonly [Buffer, ...Buffer[]];
  /** What is left of keys that were retired: each verifies signatures of one purpose, and opens nothing. */
  retired: readonly { purpose: string; key: Buffer }[];
}

/** The keys as they are now. Where `missed` is set, a key was not among them, so whoever follows a file looks again at once. */
export type KeySource = (missed: boolean) => KeyRing;

export const keyIdOf = (master: Buffer) => createHash('sha256').update(master).digest('hex').slice(0, 8);

/** The key that signs for a purpose. Nobody can compute the master key from it, or the key of another purpose. */
export const signingKeyOf = (master: Buffer, purpose: string) => derive(master, `sign:${purpose}`);

const derive = (master: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));

/** @param keys a fixed list, of which the first one seals; or where the keys of this moment are found */
export function createSecrets(keys: [Buffer, ...Buffer[]] | KeySource): Secrets {
  const fixed: KeyRing | null = typeof keys === 'function' ? null : { masters: keys, retired: [] };
  let derived: DerivedKeys | null = null;
  const ring = (missed = false): DerivedKeys => {
    const now = fixed ?? (keys as KeySource)(missed);
    if (derived?.ring !== now) derived = deriveKeys(now);
    return derived;
  };
  const openWith = (sealed: string, missed: boolean): string | null => {
    const [, keyId, iv, tag, body] = sealed.split('.');
    const key = ring(missed).sealing.find((k) => k.id === keyId);
    if (!key || !iv || !tag || body === undefined) return null;
    const decipher = createDecipheriv('aes-256-gcm', key.seal, Buffer.from(iv, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString(
      'utf8',
    );
  };
  const signatures = (purpose: string, text: string, missed = false) =>
    ring(missed)
      .signing(purpose)
      .map((key) => createHmac('sha256', key).update(text).digest('hex')) as [string, ...string[]];
  const verify = (purpose: string, text: string, signature: string, missed: boolean) =>
    [...signatures(purpose, text, missed), ...ring().retired(purpose, text)].some((known) =>
      equalInConstantTime(known, signature),
    );
  return {
    seal(text) {
      const key = ring().sealing[0]!;
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key.seal, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', key.id, ...[iv, cipher.getAuthTag(), body].map((b) => b.toString('base64url'))].join('.');
    },
    open(sealed) {
      const text = openWith(sealed, false) ?? openWith(sealed, true);
      if (text === null)
        throw new Error(
          `no configured key opens this sealed text (key id ${sealed.split('.')[1]}): SHOWREEL_SECRET_KEYS lacks the key that sealed it`,
        );
      return text;
    },
    sign: (purpose, text) => signatures(purpose, text)[0],
    verify: (purpose, text, signature) =>
      verify(purpose, text, signature, false) || (!fixed && verify(purpose, text, signature, true)),
    signatures,
    sealingKey: () => ring().sealing[0]!.id,
  };
}

interface DerivedKeys {
  ring: KeyRing;
  sealing: { id: string; seal: KeyObject }[];
  signing(purpose: string): KeyObject[];
  retired(purpose: string, text: string): string[];
}

/** Deriving a key takes longer than using it, and there is a handful of purposes, so what was derived is kept. */
function deriveKeys(ring: KeyRing): DerivedKeys {
  const signing = new Map<string, KeyObject[]>();
  return {
    ring,
    // A seal takes 9 µs with a key object. With bytes it takes 25, since Node makes a key object of them each time.
    sealing: ring.masters.map((master) => ({
      id: keyIdOf(master),
      seal: createSecretKey(derive(master, 'seal')),
    })),
    signing(purpose) {
      const keys = signing.get(purpose) ?? ring.masters.map((m) => createSecretKey(signingKeyOf(m, purpose)));
      signing.set(purpose, keys);
      return keys;
    },
    retired: (purpose, text) =>
      ring.retired
        .filter((one) => one.purpose === purpose)
        .map(({ key }) => createHmac('sha256', key).update(text).digest('hex')),
  };
}

/** Compares two secrets without telling by its timing where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left!, right!);
}

/** What is stored in place of an API key. A plain SHA-256 is enough: nobody can search through keys of 256 random bits. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex');

/** A secret text such as `sr_live_…` with 256 random bits. */
export const newSecret = (
  prefix: 'sr_live_' | 'sr_test_' | 'sr_pub_' | 'sr_sign_' | 'whsec_' | 'sr_reset_',
) => prefix + randomBytes(32).toString('base64url');

/** The secret of an endpoint, in the form of Standard Webhooks: its libraries decode base64, and no base64url. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

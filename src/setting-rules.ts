/** Settings of the bucket that need each other, or that nobody would read. Only `settings.ts` uses them. */

interface Given {
  SHOWREEL_S3_PRESIGN?: unknown;
  SHOWREEL_S3_ENDPOINT?: unknown;
  SHOWREEL_S3_PUBLIC_ENDPOINT?: unknown;
  SHOWREEL_PUBLIC_URL?: unknown;
  [name: string]: unknown;
}
interface Refusal {
  name: string;
  message: string;
}

/** Every setting of the bucket that is missing, contradicts another one, or would be passed over. */
export function bucketRefusals(given: Given): Refusal[] {
  const isSet = (name: string) => given[name] !== undefined;
  const all = Object.keys(given).filter((name) => name.startsWith('SHOWREEL_S3_') && isSet(name));
  if (!isSet('SHOWREEL_S3_BUCKET'))
    return all.map((name) => ({
      name,
      message: 'is for media in a bucket, and SHOWREEL_S3_BUCKET names none: it would be passed over.',
    }));
  const refusals: Refusal[] = [];
  const refuse = (name: string, message: string) => refusals.push({ name, message });
  for (const name of ['SHOWREEL_S3_ACCESS_KEY_ID', 'SHOWREEL_S3_SECRET_ACCESS_KEY'])
    if (!isSet(name)) refuse(name, 'is needed where SHOWREEL_S3_BUCKET is set.');
  if (!isSet('SHOWREEL_S3_ENDPOINT') && !isSet('SHOWREEL_S3_REGION'))
    refuse(
      'SHOWREEL_S3_REGION',
      'is needed where SHOWREEL_S3_ENDPOINT is not set: the bucket is looked for at AWS.',
    );
  if (given.SHOWREEL_S3_PRESIGN !== true)
    for (const name of ['SHOWREEL_S3_PRESIGN_SEC', 'SHOWREEL_S3_PUBLIC_ENDPOINT'])
      if (isSet(name))
        refuse(
          name,
          'is for addresses of the bucket, and SHOWREEL_S3_PRESIGN is not true: it would be passed over.',
        );
  const shown = given.SHOWREEL_S3_PUBLIC_ENDPOINT ?? given.SHOWREEL_S3_ENDPOINT;
  const isMixed = text(given.SHOWREEL_PUBLIC_URL).startsWith('https:') && text(shown).startsWith('http:');
  if (given.SHOWREEL_S3_PRESIGN === true && isMixed)
    refuse(
      isSet('SHOWREEL_S3_PUBLIC_ENDPOINT') ? 'SHOWREEL_S3_PUBLIC_ENDPOINT' : 'SHOWREEL_S3_ENDPOINT',
      'must be https where SHOWREEL_S3_PRESIGN is true and SHOWREEL_PUBLIC_URL is https: browsers load no films by http there.',
    );
  return refusals;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

import type { DirectMedia } from '../media/index.ts';
import { type Finding, failed, ok, sentenceOf, warned } from './check.ts';

const patienceMs = 10_000;
/** A page of another site. Which one does not matter: films may be embedded anywhere. */
const somePage = 'https://page.example';

/** Gets a part of an object by a signed address, as a browser would, and looks whether scripts of other sites may read it. */
export async function tryDirect(direct: DirectMedia, key: string, content: Buffer): Promise<Finding[]> {
  const as = { type: 'video/mp4', fileName: 'doctor.mp4', isDownload: false };
  const address = await direct.addressOf(key, as);
  const get = (headers: Record<string, string>) =>
    fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
  const advice =
    'Compare SHOWREEL_S3_PUBLIC_ENDPOINT (or SHOWREEL_S3_ENDPOINT) with the address at which browsers reach the bucket, and the clocks of both machines.';
  try {
    const answer = await get({ range: 'bytes=100-199', origin: somePage });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 206 || !bytes.equals(content.subarray(100, 200)))
      return [failed(`a signed address of ${direct.origin} answered ${answer.status} to a range`, advice)];
    const type = answer.headers.get('content-type');
    if (type !== as.type)
      return [failed(`a signed address of ${direct.origin} answered with the type ${type}`, advice)];
    return [ok(`browsers get films from ${direct.origin}`), judgeSharing(answer.headers)];
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return [
      failed(
        `${direct.origin} was not reached: ${sentenceOf(cause instanceof Error ? cause : error)}`,
        advice,
      ),
    ];
  }
}

/** After a redirect from another site, browsers call the origin of the request `null`: only `*` lets it in. */
function judgeSharing(headers: Headers): Finding {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*') return ok('scripts of other sites may read films in the bucket (CORS)');
  return warned(
    `scripts of other sites may not read films in the bucket: Access-Control-Allow-Origin is ${allowed ?? 'missing'}`,
    'Give the bucket a CORS rule with AllowedOrigins *, AllowedMethods GET and HEAD, AllowedHeaders Range, and ExposeHeaders ETag, Content-Range. Players need none.',
  );
}

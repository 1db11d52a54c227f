/**
 * Files over HTTP: the video, pictures and captions of demos, and the pictures of backgrounds. Only the API imports this
 * room. It asks the domain for a file's key and reads the file from the media storage; an uploaded background is written.
 */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sql } from 'postgres';
import { failurePicture, liveFrame, seenPage } from '../../domain/demos/media-keys.ts';
import { type PublicDemo, readPublicDemo } from '../../domain/demos/views/catalogue.ts';
import { AppError, notFound } from '../../errors.ts';
import type { DirectMedia, MediaObject, MediaStorage } from '../../media/index.ts';
import { ObjectReplaced } from '../../media/object-replaced.ts';
import { isKnown } from '../http/etag.ts';

export interface MediaParts {
  sql: Sql;
  media: MediaStorage;
}

interface Kind {
  /** The content type of each extension. */
  types: Record<string, string>;
  /** @param number of an address such as `<demo id>-<number>.<extension>`; undefined where the address has none. */
  keyOf(demo: PublicDemo, number: string | undefined): string | null;
  /** Whether browsers may be sent to the storage for it. Texts are read by scripts and tracks, which another origin would have to let in. */
  isPicture?: true;
}

const kinds: Record<string, Kind> = {
  video: {
    types: { mp4: 'video/mp4', webm: 'video/webm' },
    keyOf: theOne((demo) => demo.videoKey),
    isPicture: true,
  },
  thumb: { types: { png: 'image/png' }, keyOf: theOne((demo) => demo.thumbnailKey), isPicture: true },
  gif: { types: { gif: 'image/gif' }, keyOf: theOne((demo) => demo.gifKey), isPicture: true },
  snapshot: { types: { jpg: 'image/jpeg' }, keyOf: snapshotKey, isPicture: true },
  failure: {
    types: { jpg: 'image/jpeg' },
    keyOf: ofVersion((id, version) => failurePicture(id, version).key),
  },
  page: { types: { jpg: 'image/jpeg' }, keyOf: ofVersion((id, version) => seenPage(id, version).pictureKey) },
  live: { types: { jpg: 'image/jpeg' }, keyOf: ofVersion((id, number) => liveFrame(id, number).key) },
  captions: {
    types: { vtt: 'text/vtt; charset=utf-8' },
    keyOf: theOne((demo) => beside(demo, 'captions.vtt')),
  },
  chapters: {
    types: { vtt: 'text/vtt; charset=utf-8' },
    keyOf: theOne((demo) => beside(demo, 'chapters.vtt')),
  },
};

function theOne(keyOf: (demo: PublicDemo) => string | null): Kind['keyOf'] {
  return (demo, number) => (number === undefined ? keyOf(demo) : null);
}

function snapshotKey(demo: PublicDemo, number: string | undefined): string | null {
  return number === undefined ? null : beside(demo, `snapshots/${number}.jpg`);
}

function ofVersion(keyOf: (id: string, version: number) => string): Kind['keyOf'] {
  return ({ id }, version) => (version === undefined ? null : keyOf(id, Number(version)));
}

/** The key of a file that is stored in the same folder as the version's video. */
function beside({ videoKey }: PublicDemo, name: string): string | null {
  return videoKey && `${videoKey.slice(0, videoKey.lastIndexOf('/'))}/${name}`;
}

/**
 * Serves the files of a demo's latest published version to everybody. Browsers ask each time whether their copy is the
 * latest, and get a 304 without a body where it is. A refreshed demo is therefore seen at once under the same address.
 */
export function mountMedia(app: FastifyInstance, parts: MediaParts): void {
  for (const [name, kind] of Object.entries(kinds)) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${name}/:file`,
      handler: (request, reply) => sendFile(parts, kind, request, reply),
    });
  }
}

async function sendFile(
  parts: MediaParts,
  kind: Kind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
  const [, demoId, number, extension] =
    /^([\w-]{1,64}?)(?:-(\d{1,3}))?\.(\w{1,8})$/.exec((request.params as { file: string }).file) ?? [];
  const type = extension && kind.types[extension];
  if (!demoId || !type) throw notFound('file');
  const name = `${demoId}${number === undefined ? '' : `-${number}`}.${extension}`;
  if ('download' in (request.query as object))
    reply.header('Content-Disposition', `attachment; filename="${name}"`);
  const find = () => findObject(parts, (demo) => kind.keyOf(demo, number), demoId, extension);
  const found = { ...(await find()), type };
  if (kind.isPicture && sendsElsewhere(parts.media, found, request))
    return sendToStorage(parts.media.direct!, { ...found, name }, request, reply);
  try {
    return await sendObject(parts.media, found, request, reply);
  } catch (error) {
    if (!(error instanceof ObjectReplaced)) throw error;
    // Nothing of it was sent. The answer is made anew for the object that is there now.
    for (const header of ['Content-Range', 'Content-Length']) reply.removeHeader(header);
    return sendObject(parts.media, { ...(await find()), type }, request, reply.code(200));
  }
}

interface Found {
  key: string;
  object: MediaObject;
  /** The content type. */
  type: string;
}

/** A signed address answers GET alone. Whoever has the object already is told so here. */
const sendsElsewhere = (media: MediaStorage, { object }: Found, request: FastifyRequest) =>
  media.direct !== null && request.method === 'GET' && !isUnchanged(request, object);

/**
 * Sends the browser to the storage. The address opens the object for whoever has it, so no cache keeps it: the next request asks here
 * again, and gets the same address for half of its lifetime.
 */
async function sendToStorage(
  direct: DirectMedia,
  { key, type, name }: Found & { name: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isDownload = 'download' in (request.query as object);
  const address = await direct.addressOf(key, { type, fileName: name, isDownload });
  return reply.removeHeader('Content-Disposition').header('Cache-Control', 'no-store').redirect(address, 307);
}

/** Sends a stored object: whole, the range that is asked for, or a 304 where the caller has it. */
export async function sendObject(
  media: MediaStorage,
  { key, object, type }: Found,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, no-cache',
    'Content-Type': type,
    ETag: object.etag,
    'Last-Modified': object.modifiedAt.toUTCString(),
  });
  if (isUnchanged(request, object)) return reply.code(304).removeHeader('Content-Type').send();
  const { sizeBytes } = object;
  const range = request.method === 'GET' ? wantedRange(request, reply, object) : null;
  reply.header('Content-Length', String(range ? range.end - range.start + 1 : sizeBytes));
  if (request.method === 'HEAD') return reply.send();
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  return reply.send(await opened(media.read(key, range ?? undefined, object.etag)));
}

/** A refresh may replace the version between the look-up and the reading. The second attempt then finds the new version. */
async function findObject(
  { sql, media }: MediaParts,
  keyOf: (demo: PublicDemo) => string | null,
  demoId: string,
  extension: string,
) {
  for (let attempt = 0; attempt < 2; attempt++) {
    const demo = await readPublicDemo(sql, demoId);
    const key = demo && keyOf(demo);
    if (!key?.endsWith(`.${extension}`)) break;
    const object = await media.head(key);
    if (object) return { key, object };
  }
  throw notFound('file');
}

/** Waits for the first bytes, so that a missing file becomes a 404 and not a broken answer. */
async function opened(stream: Readable): Promise<Readable> {
  try {
    await once(stream, 'readable');
    return stream;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') throw notFound('file');
    throw fault;
  }
}

function isUnchanged({ headers }: FastifyRequest, { etag, modifiedAt }: MediaObject): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return isKnown(known, etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}

/**
 * The range of bytes that the request asks for. null stands for the whole file, which also answers a request for several
 * ranges, a range that is not in bytes, and a range that `If-Range` makes void. (range-parser 1.2.1 answers 416 to a suffix
 * longer than the file, where RFC 9110 demands the whole file.)
 */
function wantedRange(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  object: MediaObject,
): { start: number; end: number } | null {
  const { sizeBytes } = object;
  const [matched, first, last] = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/.exec(headers.range ?? '') ?? [];
  if (!matched || !isStillThat(headers['if-range'], object)) return null;
  if (first === '' ? last === '' : last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start < sizeBytes) return { start, end };
  reply.header('Content-Range', `bytes */${sizeBytes}`).removeHeader('ETag').removeHeader('Last-Modified');
  throw new AppError(
    'range_not_satisfiable',
    416,
    `The range must lie within the file, which has ${sizeBytes} bytes.`,
  );
}

function isStillThat(condition: string | string[] | undefined, { etag, modifiedAt }: MediaObject): boolean {
  if (condition === undefined) return true;
  return condition === etag || condition === modifiedAt.toUTCString();
}

import { createHash } from 'node:crypto';
import { parse } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { backgroundImagePath, filesOfBackground } from '../../domain/backgrounds/backgrounds.ts';
import { presets } from '../../domain/backgrounds/presets.ts';
import { uploadBackground } from '../../domain/backgrounds/upload.ts';
import { commandOf } from '../../domain/context.ts';
import type { Caller } from '../../domain/procedure.ts';
import type { DomainServices } from '../../domain/services.ts';
import { notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { putBytes } from '../../media/bytes.ts';
import type { MediaStorage } from '../../media/index.ts';
import { drawAnew } from '../../pictures/index.ts';
import { paintPreview } from '../../recorder/index.ts';
import { installStreamBodies } from '../http/bodies.ts';
import { isKnown } from '../http/etag.ts';
import { readFormFile } from '../http/form-file.ts';
import { type Answer, readIdempotencyKey, runOnce } from '../rest/idempotency.ts';

export interface BackgroundParts {
  services: DomainServices;
  media: MediaStorage;
  baseUrl(request: FastifyRequest): string;
}

const mostBytes = 10 * 2 ** 20;

/**
 * `POST /backgrounds/upload`: a form with a picture. The picture is drawn anew before it is stored.
 * @param guards check the credential, then the rate limit.
 */
export function mountBackgroundUpload(
  app: FastifyInstance,
  parts: BackgroundParts,
  guards: readonly onRequestHookHandler[],
): void {
  app.register(async (scope) => {
    installStreamBodies(scope);
    scope.post('/backgrounds/upload', { onRequest: [...guards] }, async (request, reply) => {
      const { services } = parts;
      const key = readIdempotencyKey(request.headers['idempotency-key']);
      const file = await readFormFile(request.raw, mostBytes);
      const caller = request.caller as Caller;
      const keep = (commandId: string) => upload(parts, request, { commandId, caller, ...file });
      const sha256 = createHash('sha256').update(file.bytes).digest('hex');
      const once = { userId: caller.userId, operation: 'backgrounds.upload', input: { sha256 }, body: null };
      const done =
        key === null
          ? { ...(await keep(newId('cmd'))), replayed: false }
          : await runOnce(services, { ...once, key }, keep);
      if (done.replayed) reply.header('Idempotent-Replayed', 'true');
      return reply.code(done.status).send(done.body);
    });
  });
}

async function upload(
  { services, media, baseUrl }: BackgroundParts,
  request: FastifyRequest,
  given: { commandId: string; caller: Caller; bytes: Buffer; fileName: string },
): Promise<Answer> {
  const picture = await drawAnew(given.bytes);
  const { commandId, caller } = given;
  const context = commandOf({ commandId, requestId: request.id, caller });
  const shelf = {
    put: (key: string, bytes: Uint8Array) => putBytes(media, key, bytes),
    removeAll: (prefix: string) => media.deletePrefix(prefix),
  };
  const wanted = { userId: caller.userId, name: nameOf(given.fileName), picture };
  const { backgroundId, imageKey } = await uploadBackground(services, context, wanted, shelf);
  const imageUrl = `${baseUrl(request)}${backgroundImagePath(backgroundId)}`;
  return { status: 201, body: { id: backgroundId, key: imageKey, imageUrl } };
}

/** The file's name without folders, extension and characters that cannot be shown. */
function nameOf(fileName: string): string {
  const { name } = parse(fileName.replaceAll('\\', '/').toWellFormed());
  const shown = name.replaceAll(/\p{C}/gu, '').trim();
  return [...shown].slice(0, 100).join('') || 'Background';
}

/** `GET /backgrounds/{id}.webp` and `{id}-preview.webp`. They are public, as the films that show them are. */
export function mountBackgroundImages(app: FastifyInstance, { services, media }: BackgroundParts): void {
  app.get('/backgrounds/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    const [, id, preview] = /^([a-z]{1,20}|bg_[0-9a-z]{1,40})(-preview)?\.webp$/.exec(file) ?? [];
    const preset = presets.find((one) => one.id === id);
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (preset && preview) return sendPicture(reply, await previewOf(preset.value), 'public, max-age=86400');
    const files = id?.startsWith('bg_') ? await filesOfBackground(services.sql, id) : null;
    const key = files && (preview ? files.previewKey : files.imageKey);
    const object = key && (await media.head(key));
    if (!object) throw notFound('file');
    // An address never gets another picture, so caches keep it for a year, even after the background was deleted.
    const { etag } = object;
    const kept = 'public, max-age=31536000, immutable';
    if (isUnchanged(request, etag))
      return reply.code(304).headers({ ETag: etag, 'Cache-Control': kept }).send();
    return sendPicture(reply, { bytes: await buffer(media.read(key)), etag }, kept);
  });
}

interface Picture {
  bytes: Buffer;
  etag: string;
}

/** Each process paints the previews once: about 20 ms each, and 200 KB together. */
const previews = new Map<string, Promise<Picture>>();

function previewOf(value: string): Promise<Picture> {
  const known = previews.get(value);
  if (known) return known;
  const painting = paintPreview(value).then((bytes) => {
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  });
  previews.set(value, painting);
  return painting;
}

function sendPicture(reply: FastifyReply, { bytes, etag }: Picture, cacheControl: string): FastifyReply {
  reply.headers({ 'Cache-Control': cacheControl, ETag: etag });
  if (isUnchanged(reply.request, etag)) return reply.code(304).send();
  return reply.type('image/webp').send(bytes);
}

const isUnchanged = ({ headers }: FastifyRequest, etag: string) => {
  const known = headers['if-none-match'];
  return known !== undefined && isKnown(known, etag);
};

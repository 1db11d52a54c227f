import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { commandOf } from '../../domain/context.ts';
import { framersOf } from '../../domain/embeds/framers.ts';
import { decodePayload, type RuntimePayload, runtimePayload } from '../../domain/embeds/payload.ts';
import { openSigned, showSigned } from '../../domain/embeds/runtime.ts';
import { invalid, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { describeIssues } from '../../validation.ts';
import { type Page, readEmbedOptions, runtimePage } from '../../web/index.ts';
import { refuseUnstorable } from '../rest/input.ts';
import { findShownDemo, type ShownDemoParts } from './shown-demos.ts';

export interface RuntimeEmbedParts extends ShownDemoParts {
  /** Runs before the query is read. */
  limit: onRequestHookHandler;
  baseUrl(request: FastifyRequest): string;
}

/**
 * `GET /embed/runtime`: a page for an iframe, authorised by the signature in its address. Where the demo does not exist yet,
 * the first view starts its generation. HEAD is not offered, since a request may start a generation.
 */
export function mountRuntimeEmbed(app: FastifyInstance, parts: RuntimeEmbedParts): void {
  const { services, limit } = parts;
  const onRequest = [allowFraming, limit];
  app.get('/embed/runtime', { onRequest, exposeHeadRoute: false }, async (request, reply) => {
    const query = readQuery(request.query as Record<string, unknown>);
    const project = await openSigned(services, query);
    const payload = query.payload === '' ? null : readPayload(query.payload);
    const command = commandOf({ commandId: newId('cmd'), requestId: request.id, caller: project });
    const shown = await showSigned(services, command, { project, payload, asked: query.asked });
    const demo = await findShownDemo(parts, shown.demoId);
    if (!demo) throw notFound('demo');
    const given = payload ?? {};
    const page = runtimePage(demo, {
      ...readEmbedOptions(given),
      posterUrl: typeof payload?.poster === 'string' ? payload.poster : null,
      framers: framersOf(project.url),
      socketOrigin: parts.baseUrl(request).replace(/^http/, 'ws'),
    });
    return send(reply.code(shown.started ? 202 : 200), page);
  });
}

/** Errors may be framed by any site too, so that a visitor sees the error and not an empty frame. */
const allowFraming: onRequestHookHandler = (_request, reply, done) => {
  reply.headers({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors *",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  done();
};

/** Every parameter must be given once. The signature then refuses parameters that were changed after signing. */
function readQuery(query: Record<string, unknown>) {
  const { project_id: projectId, expires, signature, payload = '', retry } = query;
  if (typeof projectId !== 'string' || projectId === '')
    throw invalid('`project_id` is required, once: expected the id of a project.');
  if (typeof payload !== 'string') throw invalid('`payload` must be given once.', 'invalid_payload');
  refuseUnstorable({ project_id: projectId, payload });
  const texts = { expires: textOf(expires), signature: textOf(signature) };
  return { projectId, payload, ...texts, asked: retry === '1' };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function readPayload(encoded: string): RuntimePayload {
  const given = decodePayload(encoded);
  refuseUnstorable(given);
  const parsed = runtimePayload.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalid(describeIssues(parsed.error.issues, given), 'invalid_payload');
}

const send = (reply: FastifyReply, page: Page): FastifyReply =>
  reply.headers({ 'Content-Security-Policy': page.policy }).type('text/html; charset=utf-8').send(page.html);

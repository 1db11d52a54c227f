import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { errorBody } from './errors.ts';

/** The request that is being answered on a connection. */
const answering = new WeakMap<Socket, IncomingMessage>();

/** Remembers the running request of each connection, to recognise a body that is longer than its `Content-Length`. */
export function watchRequests(server: Server): void {
  server.on('request', (request, response) => {
    answering.set(request.socket, request);
    response.once('close', () => answering.delete(request.socket));
  });
}

/** Input that is not HTTP, or is larger than Node accepts, still gets an answer with the error body. */
export function refuseMalformed(this: FastifyInstance, fault: NodeJS.ErrnoException, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const [status, reason, code, message] = refusalOf(fault, socket);
  const requestId = newId('req');
  const body = JSON.stringify(errorBody(new AppError(code, status, message), requestId));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // If the socket were closed at once, a client that is still sending would get a reset and lose the answer.
  setTimeout(() => socket.destroy(), 10_000).unref();
}

type Refusal = [status: number, reason: string, code: string, message: string];

function refusalOf(fault: NodeJS.ErrnoException, socket: Socket): Refusal {
  const running = answering.get(socket);
  if (fault.code?.startsWith('HPE_') && running?.complete && Number(running.headers['content-length']) >= 0)
    return [413, 'Payload Too Large', 'body_too_large', tooLong];
  const [status, reason] = statuses[fault.code ?? ''] ?? [400, 'Bad Request'];
  return [status, reason, 'bad_request', notHttp];
}

const tooLong = 'More came than the Content-Length header promises, and what follows the body is no request.';
const notHttp = 'The request is not valid HTTP, or its head is too large or too slow.';

const statuses: Record<string, [status: number, reason: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};

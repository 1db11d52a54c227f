/** The least that an upload can cost: a Fastify route that writes the body to a file, and does nothing else. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fastify } from 'fastify';

const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', (_, payload, done) => done(null, payload));
app.post('/', async (request, reply) => {
  await pipeline(request.body as NodeJS.ReadableStream, createWriteStream(process.env.BENCH_FILE!));
  return reply.code(201).send({});
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

/**
 * The least that a request can cost: a Fastify route that runs the one query of `GET /demos/{id}` on a pool like the service's, and
 * sends what the query found. It has no key, no limit and no validation.
 */
import { fastify } from 'fastify';
import { connect } from '../../../src/database/connect.ts';
import { readDemoDetail } from '../../../src/domain/demos/views/read-demo-detail.ts';

const sql = connect(process.env.DATABASE_URL!, { max: 10 });
const app = fastify();
app.get('/demos/:id', (request) =>
  readDemoDetail(sql, (request.params as { id: string }).id, process.env.BENCH_USER!),
);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', async () => {
  await app.close();
  await sql.end();
});

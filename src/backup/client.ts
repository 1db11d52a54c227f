import pg, { type Client } from 'pg';

/**
 * A connection of pg for one task. postgres.js 3.4 is not used for COPY: an error in the middle of one is lost, and who waits for it waits
 * for ever.
 */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'showreel-backup' });
  // A connection that is cut fails the statement that waits for it. Nobody else needs to hear of it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** `showreel webhooks …`: what the service tells, brought to a program on this machine, and test events. */
import { Argument, Option } from 'commander';
import { unwrap } from '../../client/index.ts';
import type { CommandHost } from '../command.ts';
import { usageFailure } from '../failure.ts';
import type { Session } from '../session/session.ts';
import { type Endpoint, type EventType, eventTypes, isOfListen, readEndpoints } from './endpoints.ts';
import { listen } from './listen.ts';

export function addWebhookCommands({ program, signedIn }: CommandHost): void {
  const webhooks = program
    .command('webhooks')
    .description('bring webhooks to this machine, and send test events');
  webhooks
    .command('listen')
    .description('pass on what the service tells to a program on this machine, until Ctrl-C')
    .requiredOption('--forward-to <address>', 'such as localhost:3001/hooks')
    .addOption(new Option('--events <types...>', 'only some').choices([...eventTypes]))
    .action(
      signedIn(async (session, { forwardTo, events }: { forwardTo: string; events?: EventType[] }) =>
        listen(session, { to: receiverOf(forwardTo), events: events ?? null }),
      ),
    );
  webhooks
    .command('trigger')
    .description('send a test event; what it tells of does not exist')
    .addArgument(new Argument('<type>').choices([...eventTypes]))
    .option('--endpoint <id>', 'to which endpoint (default: `webhooks listen`, or the only one)')
    .action(
      signedIn(async (session, type: EventType, { endpoint }: { endpoint?: string }) => {
        const id = endpoint ?? meantOf(await readEndpoints(session.client)).id;
        const sent = await unwrap(
          session.client.POST('/api/v1/webhook-endpoints/{id}/test', {
            params: { path: { id } },
            body: { type },
          }),
        );
        session.printer.result({ endpoint: id, delivery: sent.id }, () => [
          `Sent ${type} to ${id}: ${sent.id}`,
        ]);
      }),
    );
  webhooks.command('list').description('list the webhook endpoints').action(signedIn(list));
}

async function list({ client, printer }: Session): Promise<void> {
  const endpoints = await readEndpoints(client);
  printer.result({ endpoints }, () =>
    endpoints.length === 0
      ? ['No endpoints.']
      : printer.rows(
          ['id', 'on', 'events', 'address'],
          endpoints.map(({ id, enabled, events, url }) => [
            id,
            enabled ? 'yes' : 'no',
            events?.join(', ') ?? 'all',
            url,
          ]),
        ),
  );
}

/** @throws CommandFailure where it is not clear which one is meant: a test must not surprise a receiver at work. */
function meantOf(endpoints: readonly Endpoint[]): Endpoint {
  const listening = endpoints.filter(isOfListen);
  const meant = listening.length > 0 ? listening : endpoints;
  if (meant.length === 1) return meant[0]!;
  throw usageFailure(
    meant.length === 0 ? 'There is no webhook endpoint.' : `There are ${meant.length} webhook endpoints.`,
    meant.length === 0
      ? 'Start `showreel webhooks listen --forward-to localhost:…` beside this.'
      : 'Name one with --endpoint; `showreel webhooks list` lists them.',
  );
}

/** A receiver on this machine may be named without its scheme. */
function receiverOf(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address))
    throw usageFailure(`--forward-to: expected an address such as localhost:3001/hooks, got "${text}".`);
  return new URL(address).href;
}

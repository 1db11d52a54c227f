import type { ReplayedEvent } from '../../admin/client.ts';
import { table } from '../terminal/output.ts';
import { type Command, type Invocation, moment, print, reason, UsageError, wholeNumber } from './command.ts';
import { compareWithLog } from './projections.ts';

export const find: Command = {
  usage: '[TEXT] [--limit N]',
  summary:
    'Find accounts by e-mail address, id, the first characters of a key, or the id of a demo, job or transaction; or list all, newest first',
  takes: [0, 1],
  options: ['limit'],
  async run(given) {
    const limit = wholeNumber(given.options.limit, '--limit');
    const accounts = await given.client.accounts.find.query({
      text: given.arguments[0] ?? null,
      ...(limit && { limit }),
    });
    print(given, accounts, () =>
      accounts.length === 0
        ? ['No account matches.']
        : table(
            ['user', 'e-mail', 'plan', 'balance', 'demos', 'keys', 'since'],
            accounts.map((a) => [a.userId, a.email, a.plan, a.balance, a.demos, a.keys, a.createdAt]),
          ),
    );
    return accounts.length === 0 ? 1 : 0;
  },
};

export const ledger: Command = {
  usage: 'ACCOUNT [--after VERSION] [--limit N]',
  summary: 'List every movement of a balance, with the balance added up again from the movements',
  takes: [1, 1],
  options: ['after', 'limit'],
  async run(given) {
    const { options, client } = given;
    const [after, limit] = [wholeNumber(options.after, '--after'), wholeNumber(options.limit, '--limit')];
    const account = given.arguments[0]!;
    const read = await client.accounts.ledger.query({
      account,
      ...(after && { after }),
      ...(limit && { limit }),
    });
    const wrong = read.lines.filter(({ running, balanceAfter }) => running !== balanceAfter);
    print(given, read, () => [
      ...table(
        ['version', 'at', 'type', 'amount', 'balance', 'transaction', 'for', 'description'],
        read.lines.map((l) => [
          ...[l.version, l.at, l.type, l.amount],
          l.running === l.balanceAfter ? l.running : `${l.running}, not ${l.balanceAfter}`,
          ...[l.transactionId, l.refundOf ?? l.jobId, l.description],
        ]),
      ),
      ...(read.more ? [`More lines follow: --after ${read.lines.at(-1)?.version}`] : []),
    ]);
    return wrong.length > 0 ? 1 : 0;
  },
};

export const balance: Command = {
  usage: 'ACCOUNT [--at TIME]',
  summary: 'Show the balance of an account at a moment, computed from the log',
  takes: [1, 1],
  options: ['at'],
  async run(given) {
    const at = moment(given.options.at, '--at');
    const read = await given.client.accounts.balance.query({
      account: given.arguments[0]!,
      ...(at && { at }),
    });
    const used = Object.entries(read.used).map(
      ([month, demos]) => `, ${demos} demos of ${month}’s allowance used`,
    );
    print(given, read, () => [
      `${read.balance} credits at ${read.at} (version ${read.version})${used.slice(-1).join('')}`,
    ]);
    return 0;
  },
};

export const replay: Command = {
  usage: 'ACCOUNT | --verify [READ MODEL]',
  summary:
    'Show and check an account event by event; or, with --verify, compare read models with the log row by row',
  takes: [0, 1],
  flags: ['verify'],
  async run(given) {
    const [subject] = given.arguments;
    if (given.flags.has('verify')) return compareWithLog(given, subject ?? null);
    if (!subject) throw new UsageError('Name an account, or give --verify.');
    return replayAccount(given, subject);
  },
};

const replayWidths = [7, 24, 22, 24, 7, 8];

async function replayAccount(given: Invocation, account: string): Promise<0 | 1> {
  const { output, flags } = given;
  const all: ReplayedEvent[] = [];
  const pad = (cells: (string | number | null)[]) =>
    cells
      .map((cell, index) => {
        const text = String(cell ?? '');
        const width = replayWidths[index] ?? 0;
        return index === 0 || index === 4 || index === 5 ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  if (!flags.has('json')) output.line(pad(['version', 'at', 'event', 'by', 'amount', 'balance', 'what']));
  let [faults, events] = [0, 0];
  for await (const page of await given.client.accounts.replay.query({ account }))
    for (const event of page) {
      if (flags.has('json')) all.push(event);
      else {
        const what = [event.jobId ?? event.transactionId, event.reason ?? event.description]
          .filter(Boolean)
          .join('  ');
        output.line(
          pad([event.version, event.at, event.type, event.actor, event.amount, event.balance, what]),
        );
        for (const fault of event.faults) output.line(`${' '.repeat(9)}▲ ${fault}`);
      }
      events += 1;
      faults += event.faults.length;
    }
  if (flags.has('json')) output.line(JSON.stringify(all, null, 2));
  else output.line(faults > 0 ? 'This ledger has faults.' : `${events} events, all in order.`);
  return faults > 0 ? 1 : 0;
}

export const grant: Command = {
  usage: 'ACCOUNT AMOUNT --reason TEXT [--key KEY] [--large]',
  summary: 'Give an account credits as a bonus; a repetition with the same --key gives nothing more',
  takes: [2, 2],
  options: ['reason', 'key'],
  flags: ['large'],
  async run(given) {
    const { options } = given;
    const moved = await given.client.accounts.grant.mutate({
      account: given.arguments[0]!,
      amount: wholeNumber(given.arguments[1], 'AMOUNT')!,
      large: given.flags.has('large'),
      reason: reason(options),
      ...(options.key !== undefined && { key: options.key }),
    });
    print(given, moved, () => [told(moved)]);
    return 0;
  },
};

export const revoke: Command = {
  usage: 'TRANSACTION --reason TEXT [--key KEY]',
  summary: 'Take a grant back while its credits are still there; ledger names its transaction',
  takes: [1, 1],
  options: ['reason', 'key'],
  async run(given) {
    const { options } = given;
    const moved = await given.client.accounts.revoke.mutate({
      id: given.arguments[0]!,
      reason: reason(options),
      ...(options.key !== undefined && { key: options.key }),
    });
    print(given, moved, () => [told(moved)]);
    return 0;
  },
};

export const refund: Command = {
  usage: 'TRANSACTION | JOB --reason TEXT [--key KEY]',
  summary: 'Give back the exact cost of a job, once; or pay back a purchase whose credits are still unspent',
  takes: [1, 1],
  options: ['reason', 'key'],
  async run(given) {
    const { options } = given;
    const moved = await given.client.accounts.refund.mutate({
      id: given.arguments[0]!,
      reason: reason(options),
      ...(options.key !== undefined && { key: options.key }),
    });
    print(given, moved, () => [told(moved)]);
    return 0;
  },
};

export const passwordLink: Command = {
  usage: 'ACCOUNT --reason TEXT',
  summary:
    'Make a link that sets a new password, once, within a day; hand it to the owner and to nobody else',
  takes: [1, 1],
  options: ['reason'],
  async run(given) {
    const made = await given.client.accounts.passwordLink.mutate({
      account: given.arguments[0]!,
      reason: reason(given.options),
    });
    print(given, made, () => [made.url, `It works once, until ${made.expiresAt}.`]);
    return 0;
  },
};

export const deleteAccount: Command = {
  usage: 'ACCOUNT --reason TEXT',
  summary:
    'Delete an account with its projects, demos, keys and media, as its owner would; this cannot be undone',
  takes: [1, 1],
  options: ['reason'],
  async run(given) {
    const deleted = await given.client.accounts.delete.mutate({
      account: given.arguments[0]!,
      reason: reason(given.options),
    });
    print(given, deleted, () => [
      `${deleted.userId} (${deleted.email ?? 'no address'}) is deleted. The ledger keeps its movements, and the log its events, without what the user has said.`,
    ]);
    return 0;
  },
};

function told(moved: {
  userId: string;
  before: boolean;
  type: string;
  amount: number;
  balanceAfter: number;
}): string {
  const amount = moved.amount > 0 ? `+${moved.amount}` : String(moved.amount);
  const what =
    moved.type === 'AllowanceReturned' ? 'one demo of the allowance given back' : `${amount} credits`;
  const when = moved.before ? ' (this was done before, with the same key)' : '';
  return `${moved.userId}: ${what}, balance ${moved.balanceAfter}${when}`;
}

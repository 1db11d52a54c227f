import { table } from '../terminal/output.ts';
import { type Command, print, reason, UsageError } from './command.ts';

export const operators: Command = {
  usage: '[appoint ACCOUNT | dismiss ACCOUNT] [--reason TEXT]',
  summary:
    'List whose sessions may use the operator’s area of the dashboard; or let an account in; or put it out, at once',
  takes: [0, 2],
  options: ['reason'],
  async run(given) {
    const { client, options } = given;
    const [verb, account] = given.arguments;
    if (verb === undefined) {
      const found = await client.operators.list.query();
      print(given, found, () =>
        found.length === 0
          ? ['There is no operator.']
          : table(
              ['user', 'e-mail', 'appointed by', 'at'],
              found.map((one) => [one.userId, one.email, one.appointedBy, one.appointedAt]),
            ),
      );
      return 0;
    }
    if (verb !== 'appoint' && verb !== 'dismiss') throw new UsageError(`"${verb}" is not known here.`);
    if (account === undefined) throw new UsageError('Name an account.');
    const done = await client.operators[verb].mutate({ account, reason: reason(options) });
    const what = verb === 'appoint' ? 'is an operator' : 'is no operator any more';
    print(given, done, () => [`${done.email ?? ''} (${done.userId}) ${what}.`.trim()]);
    return 0;
  },
};

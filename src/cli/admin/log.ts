import { table } from '../terminal/output.ts';
import { type Command, moment, print, wholeNumber } from './command.ts';

export const log: Command = {
  usage:
    '[--account A] [--stream S] [--type T] [--correlation ID] [--actor A] [--from TIME] [--until TIME] [--after POSITION] [--limit N] [--data]',
  summary: 'List events as they were recorded, newest first; with --after, oldest first from that position',
  takes: [0, 0],
  options: ['account', 'stream', 'type', 'correlation', 'actor', 'from', 'until', 'after', 'limit'],
  flags: ['data'],
  async run(given) {
    const { account, stream, type, correlation, actor } = given.options;
    const [from, until] = [moment(given.options.from, '--from'), moment(given.options.until, '--until')];
    const [after, limit] = [
      wholeNumber(given.options.after, '--after'),
      wholeNumber(given.options.limit, '--limit'),
    ];
    const events = await given.client.log.read.query({
      ...(account !== undefined && { account }),
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
      ...(stream !== undefined && { stream }),
      ...(type !== undefined && { type }),
      ...(correlation !== undefined && { correlation }),
      ...(actor !== undefined && { actor }),
      ...(after !== undefined && { after }),
      ...(limit !== undefined && { limit }),
    });
    const withData = given.flags.has('data');
    print(given, events, () =>
      table(
        ['position', 'at', 'stream', 'version', 'event', 'by', 'correlation', withData ? 'data' : 'reason'],
        events.map((e) => [
          ...[e.position, e.at, e.stream, e.version, e.type, e.actor, e.correlationId],
          withData ? JSON.stringify(e.data) : e.reason,
        ]),
      ),
    );
    return 0;
  },
};

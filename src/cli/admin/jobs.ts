import { table } from '../terminal/output.ts';
import { type Command, type Invocation, oneOf, print, UsageError, wholeNumber } from './command.ts';

const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

export const jobs: Command = {
  usage: '[--status S] [--user ACCOUNT] [--limit N] | retry JOB | cancel JOB [--reason TEXT]',
  summary: 'List jobs with their results; or run one again; or cancel one and give its cost back',
  takes: [0, 2],
  options: ['status', 'user', 'limit', 'reason'],
  async run(given) {
    const [verb, id] = given.arguments;
    if (verb === undefined) return list(given);
    if ((verb !== 'retry' && verb !== 'cancel') || id === undefined)
      throw new UsageError(
        verb === 'retry' || verb === 'cancel' ? 'Name a job.' : `"${verb}" is not known here.`,
      );
    const why = given.options.reason;
    const done = await given.client.jobs[verb].mutate({ id, ...(why !== undefined && { reason: why }) });
    const what =
      verb === 'cancel'
        ? 'is cancelled'
        : done.id === id
          ? 'runs as soon as a worker is free'
          : `runs again as ${done.id}`;
    print(given, done, () => [`${id} ${what}.`]);
    return 0;
  },
};

async function list(given: Invocation): Promise<0> {
  const { options } = given;
  const status = oneOf(options.status, statuses, '--status');
  const limit = wholeNumber(options.limit, '--limit');
  const found = await given.client.jobs.list.query({
    ...(status && { status }),
    ...(options.user !== undefined && { account: options.user }),
    ...(limit !== undefined && { limit }),
  });
  print(given, found, () =>
    table(
      ['job', 'task', 'status', 'runs', 'user', 'demo', 'created', 'error'],
      found.map((job) => [
        ...[job.id, job.task, job.status, job.attempts === null ? '' : `${job.attempts}/${job.maxAttempts}`],
        ...[job.userId, job.demoId, job.createdAt, job.error],
      ]),
    ),
  );
  return 0;
}

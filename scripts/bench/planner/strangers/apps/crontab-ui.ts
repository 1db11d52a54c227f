import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendForm } from '../api.ts';
import { type Running, stranger } from '../stranger.ts';

interface Job {
  _id: string;
  name: string;
  command: string;
  schedule: string;
  stopped?: boolean;
  logging?: unknown;
}

const job = (_id: string, name: string, command: string, schedule: string) => ({
  _id,
  name,
  command,
  schedule,
  stopped: false,
  timestamp: 'Mon Jan 01 2029 10:00:00 GMT+0000',
  logging: 'false',
  mailing: {},
  created: 1_861_956_000_000 + Number(_id.slice(-1)),
  saved: false,
});
const seed = [
  job('job0000000000001', 'Send the weekly digest', 'echo digest', '0 8 * * 1'),
  job('job0000000000002', 'Renew certificates', 'echo certificates', '30 3 1 * *'),
  job('job0000000000003', 'Warm the cache', 'echo cache', '*/10 * * * *'),
];

/** Its database calls what Node has no longer. */
const olderNode = `const util = require('node:util');
util.isDate ??= util.types.isDate;
util.isRegExp ??= util.types.isRegExp;
util.isArray ??= Array.isArray;
`;

/** The database is a file to which each change appends a line. */
async function state({ folder }: Running): Promise<Job[]> {
  const text = await readFile(join(folder, 'crontab.db'), 'utf8');
  const jobs = new Map<string, Job>();
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (!line) continue;
    const { _id, name, command, schedule, stopped, logging, $$deleted } = JSON.parse(line);
    if ($$deleted) jobs.delete(_id);
    else if (_id) jobs.set(_id, { _id, name, command, schedule, stopped, logging });
  }
  return [...jobs.values()];
}

const save = ({ origin }: Running, { _id, name, command, schedule, logging }: Job) =>
  sendForm(`${origin}/save`, { _id, name, command, schedule, logging: `${logging ?? false}` });

const has = (jobs: readonly Job[], wanted: Partial<Job>) =>
  jobs.filter((job) =>
    Object.entries(wanted).every(([key, value]) => `${job[key as keyof Job]}`.trim() === `${value}`),
  ).length === 1;

export const crontabUi = stranger<Job[]>({
  app: 'crontab-ui',
  package: 'crontab-ui',
  version: '0.3.16',
  async start({ modules, folder, port }) {
    await writeFile(join(folder, 'crontab.db'), seed.map((one) => `${JSON.stringify(one)}\n`).join(''));
    await writeFile(join(folder, 'older-node.cjs'), olderNode);
    return {
      command: [process.execPath, '-r', join(folder, 'older-node.cjs'), join(modules, 'crontab-ui/app.js')],
      env: { PORT: `${port}`, HOST: '127.0.0.1', CRON_DB_PATH: folder, CRON_PATH: folder },
    };
  },
  state,
  tasks: [
    {
      id: 'create-daily',
      instruction:
        'Create a new job called "Clean up uploads" with the command "echo cleaned" that runs daily',
      isDone: (jobs) =>
        jobs.length === 4 &&
        has(jobs, { name: 'Clean up uploads', command: 'echo cleaned', schedule: '@daily' }),
      solve: (at) =>
        save(at, { _id: '-1', name: 'Clean up uploads', command: 'echo cleaned', schedule: '@daily' }),
    },
    {
      id: 'create-at',
      instruction: 'Add a job named "Morning mail" with the command "echo mail", minute 15, hour 6',
      isDone: (jobs) => has(jobs, { name: 'Morning mail', command: 'echo mail', schedule: '15 6 * * *' }),
      solve: (at) =>
        save(at, { _id: '-1', name: 'Morning mail', command: 'echo mail', schedule: '15 6 * * *' }),
    },
    {
      id: 'disable',
      instruction: 'Disable the job "Warm the cache"',
      isDone: (jobs) => has(jobs, { name: 'Warm the cache', stopped: true }),
      solve: ({ origin }) => sendForm(`${origin}/stop`, { _id: 'job0000000000003' }),
    },
    {
      id: 'rename',
      instruction: 'Rename the job "Renew certificates" to "Renew all certificates"',
      isDone: (jobs) =>
        has(jobs, { _id: 'job0000000000002', name: 'Renew all certificates', command: 'echo certificates' }),
      solve: (at) => save(at, { ...seed[1]!, name: 'Renew all certificates' }),
    },
    {
      id: 'change-command',
      instruction: 'Edit "Send the weekly digest" and change its command to "echo hello"',
      isDone: (jobs) =>
        has(jobs, { name: 'Send the weekly digest', command: 'echo hello', schedule: '0 8 * * 1' }),
      solve: (at) => save(at, { ...seed[0]!, command: 'echo hello' }),
    },
    {
      id: 'error-logging',
      instruction:
        'Active la journalisation des erreurs (error logging) pour le job "Send the weekly digest"',
      isDone: (jobs) => has(jobs, { name: 'Send the weekly digest', logging: 'true' }),
      solve: (at) => save(at, { ...seed[0]!, command: 'echo hello', logging: 'true' }),
    },
  ],
});

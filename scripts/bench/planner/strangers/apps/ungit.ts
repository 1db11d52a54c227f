import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Place, type Running, stranger } from '../stranger.ts';

const run = promisify(execFile);

interface Repository {
  head: string;
  refs: string[];
  /** Each with the title of its commit. */
  tags: string[];
  commits: string[];
  stash: string[];
  status: string[];
  remotes: string[];
}

const repository = ({ folder }: Place) => join(folder, 'bakery');

async function git(place: Place, ...args: string[]): Promise<string> {
  const person = [
    '-c',
    'user.name=Kim Lund',
    '-c',
    'user.email=kim@example.com',
    '-c',
    'init.defaultBranch=main',
  ];
  const { stdout } = await run('git', ['--no-optional-locks', ...person, ...args], {
    cwd: repository(place),
  });
  return stdout;
}

const lines = (text: string) => text.split('\n').filter(Boolean);

async function state(running: Running): Promise<Repository> {
  const [head, refs, tags, commits, stash, status, remotes] = await Promise.all([
    git(running, 'symbolic-ref', '--short', '-q', 'HEAD').catch(() => 'detached'),
    git(running, 'for-each-ref', '--format=%(refname:short)', 'refs/heads'),
    git(running, 'for-each-ref', '--format=%(refname:short) %(subject)', 'refs/tags'),
    git(running, 'log', '--branches', '--tags', '--format=%s'),
    git(running, 'stash', 'list', '--format=%s'),
    git(running, 'status', '--porcelain'),
    git(running, 'remote', '-v'),
  ]);
  return {
    head: head.trim(),
    refs: lines(refs),
    tags: lines(tags),
    commits: lines(commits),
    stash: lines(stash),
    status: lines(status),
    remotes: lines(remotes),
  };
}

async function layDown(place: Place): Promise<void> {
  const at = repository(place);
  await mkdir(at);
  await git(place, 'init', '-q');
  await git(place, 'config', 'user.name', 'Kim Lund');
  await git(place, 'config', 'user.email', 'kim@example.com');
  const commit = async (file: string, text: string, message: string) => {
    await writeFile(join(at, file), text);
    await git(place, 'add', '.');
    await git(place, 'commit', '-q', '-m', message);
  };
  await commit('index.html', '<h1>Bakery</h1>\n', 'Open the bakery');
  await commit('prices.txt', 'Bread 4\n', 'List the prices');
  await git(place, 'branch', 'summer-menu');
  await writeFile(join(at, 'prices.txt'), 'Bread 4\nRolls 1\n');
}

export const ungit = stranger<Repository>({
  app: 'ungit',
  package: 'ungit',
  version: '1.5.30',
  async start(place) {
    await layDown(place);
    return {
      command: [
        process.execPath,
        join(place.modules, 'ungit/bin/ungit'),
        `--port=${place.port}`,
        '--ungitBindIp=127.0.0.1',
        '--no-b',
        '--cliconfigonly',
        '--logLevel=none',
      ],
      path: `#/repository?path=${encodeURIComponent(repository(place))}`,
    };
  },
  state,
  tasks: [
    {
      id: 'branch',
      instruction: 'Create a branch called "easter-menu"',
      isDone: ({ refs }) => refs.includes('easter-menu'),
      solve: (at) => git(at, 'branch', 'easter-menu'),
    },
    {
      id: 'tag',
      instruction: 'Tag the newest commit "List the prices" as "opening-day"',
      isDone: ({ tags }) => tags.includes('opening-day List the prices'),
      solve: (at) => git(at, 'tag', 'opening-day', 'HEAD'),
    },
    {
      id: 'remote',
      instruction: 'Add a new remote with the name "backup" and the address "https://git.example/bakery.git"',
      isDone: ({ remotes }) =>
        remotes.some((line) => line.startsWith('backup\thttps://git.example/bakery.git')),
      solve: (at) => git(at, 'remote', 'add', 'backup', 'https://git.example/bakery.git'),
    },
    {
      id: 'stash',
      instruction: 'Stash all changes',
      isDone: ({ stash, status }) => stash.length === 1 && status.length === 0,
      solve: (at) => git(at, 'stash'),
    },
    {
      id: 'checkout',
      instruction: 'Check out the branch summer-menu',
      isDone: ({ head }) => head === 'summer-menu',
      solve: (at) => git(at, 'checkout', '-q', 'summer-menu'),
    },
    {
      id: 'commit',
      instruction: 'Commit the change with the title "Add the rolls"',
      isDone: ({ commits, status }) =>
        commits.filter((title) => title === 'Add the rolls').length === 1 && status.length === 0,
      async solve(at) {
        await git(at, 'stash', 'pop');
        await git(at, 'commit', '-a', '-q', '-m', 'Add the rolls');
      },
    },
  ],
});

/** `showreel init`: writes the first `showreel.yaml`. */
import { writeFile } from 'node:fs/promises';
import { isCancel, text } from '@clack/prompts';
import { stringify } from 'yaml';
import type { CommandHost } from '../command.ts';
import { CommandFailure, exitCodes, usageFailure } from '../failure.ts';
import { parseStoryboard } from './file.ts';

interface InitOptions {
  page?: string;
  sentence?: string;
  file: string;
}

const heading = `# What \`showreel sync\` makes true: which pages have which demos, and how they look.
# A page is one project of the service, and each sentence one demo of it.
`;

export function addInitCommand({ program, anyone }: CommandHost): void {
  program
    .command('init')
    .description('write a showreel.yaml, which `showreel sync` makes true')
    .option('--page <url>', 'the first page (asked for on a terminal)')
    .option('--sentence <sentence>', 'what its demo shows (asked for on a terminal)')
    .option('--file <path>', 'the file', 'showreel.yaml')
    .action(
      anyone(async ({ printer }, { page, sentence, file }: InitOptions) => {
        const url = page ?? (await ask('Which page is filmed?', 'https://example.com/', '--page'));
        const said = sentence ?? (await ask('What does the film show?', 'Show what it does', '--sentence'));
        const content = {
          looks: { house: { background: 'midnight', mockup: 'macos-light' } },
          pages: [{ url, demos: [{ sentence: said, look: 'house' }] }],
        };
        const written = heading + stringify(content);
        // What would be refused later is refused now.
        parseStoryboard(written, file);
        await writeFile(file, written, { flag: 'wx' }).catch((fault: NodeJS.ErrnoException) => {
          throw fault.code === 'EEXIST'
            ? usageFailure(`${file} is there already.`, 'Change it, or name another one with --file.')
            : fault;
        });
        printer.result({ file, ...content }, () => [`Wrote ${file}.`]);
        printer.remark('`showreel sync` shows what it would do, and does it when you agree.');
      }),
    );
}

async function ask(message: string, placeholder: string, option: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw usageFailure(`Nobody can be asked here: ${option} is missing.`);
  const answer = await text({ message, placeholder, defaultValue: placeholder, output: process.stderr });
  if (isCancel(answer))
    throw new CommandFailure(exitCodes.interrupted, 'Nothing was written.', { code: 'interrupted' });
  return answer;
}

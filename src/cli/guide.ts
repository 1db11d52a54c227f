/** `showreel guide`: what an agent has to know to use this program, made of the commands themselves so that it stays true. */
import type { Command } from 'commander';
import type { CommandHost } from './command.ts';
import { exitCodes } from './failure.ts';

const summary =
  'Showreel makes a demo video of a web page from one sentence, and keeps it up to date. Every command takes --json: the result is one JSON ' +
  'document on stdout, messages are on stderr. A failure is {"error", "code", "requestId", "hint", "exitCode"}.';

const recipes = [
  {
    task: 'Make a film of a page and wait for it; `urls` of the answer has video, GIF, poster, share page and embed',
    command:
      'showreel demos create "Open the pricing and switch to yearly" --page https://example.com --wait --json',
  },
  {
    task: 'See first what a sentence would show, without a cost',
    command: 'showreel demos preview "Show what it does" --page https://example.com --json',
  },
  {
    task: 'Film it again after a change of the page; the addresses stay',
    command: 'showreel demos refresh DEMO_ID --wait --json',
  },
  { task: 'Get the files', command: 'showreel demos download DEMO_ID --to ./films --json' },
  { task: 'Make true what showreel.yaml says', command: 'showreel sync --yes --json' },
  { task: 'Find out why a film failed', command: 'showreel demos logs DEMO_ID --json' },
];

const environment = {
  SHOWREEL_URL: 'the address of the service',
  SHOWREEL_API_KEY: 'a live key, where `showreel login` was not used',
  NO_COLOR: 'switches colours off',
};

const mcp = {
  stdio: { command: 'npx', args: ['showreel', 'mcp'], env: ['SHOWREEL_URL', 'SHOWREEL_API_KEY'] },
  calls: ['create_demo {page, sentence}', 'watch_demo {demo_id}', 'get_still {demo_id}'],
};

interface Usage {
  command: string;
  description: string;
  options: { flags: string; description: string; choices?: string[] }[];
}

export function addGuideCommand({ program, anyone }: CommandHost): void {
  program
    .command('guide')
    .description('all of this program in one document, for agents')
    .action(
      anyone(async ({ printer }) => {
        const commands = usagesOf(program);
        printer.result({ summary, environment, recipes, commands, mcp, exitCodes }, () => [
          summary,
          '',
          ...recipes.flatMap(({ task, command }) => [task, `  ${command}`, '']),
          'Commands',
          ...commands.map(({ command, description }) => `  ${command}: ${description}`),
          '',
          `Exit codes: ${Object.entries(exitCodes)
            .map(([name, code]) => `${code} ${name}`)
            .join(', ')}`,
          `MCP: npx showreel mcp. A film in three calls: ${mcp.calls.join(', ')}`,
        ]);
      }),
    );
}

/** Each command that does something; groups are named by their commands. */
function usagesOf(command: Command): Usage[] {
  const inner = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
  if (inner.length > 0) return inner.flatMap(usagesOf);
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  return [
    {
      command: [
        pathOf(command),
        ...command.registeredArguments.map((one) => help.argumentTerm(one).toUpperCase()),
      ].join(' '),
      description: command.description(),
      options: options.map(({ flags, description, argChoices }) => ({
        flags,
        description,
        ...(argChoices && { choices: argChoices }),
      })),
    },
  ];
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** The commands that film: create, refresh, restyle, watch, cancel. */
import { type Command, Option } from 'commander';
import { type DemoDetail, unwrap } from '../../client/index.ts';
import type { CommandHost } from '../command.ts';
import { usageFailure } from '../failure.ts';
import type { Session } from '../session/session.ts';
import { oneLine } from '../terminal/output.ts';
import { filmBody } from './film-body.ts';
import { addLookOptions, type LookOptions, type Presentation, readLook } from './look.ts';
import type { ProjectOptions } from './projects.ts';
import { addSoundOptions, readSound, type SoundOptions } from './sound.ts';
import { readDemo, showFilm } from './watch.ts';
import { type Aspect, addWishOptions, aspectOption, type WishOptions } from './wish.ts';

interface Waiting {
  wait?: boolean;
}
type Restyling = LookOptions & SoundOptions & Waiting & { retake?: boolean; aspect?: Aspect };
const wait = ['--wait', 'show the progress, and end with the film'] as const;

export function addFilmCommands(demos: Command, { signedIn }: CommandHost): void {
  addSoundOptions(addLookOptions(addWishOptions(demos.command('create <sentence>'))))
    .description('make a demo of a page from one sentence')
    .option(...wait)
    .action(
      signedIn(
        async (
          session,
          sentence: string,
          options: WishOptions & LookOptions & ProjectOptions & SoundOptions & Waiting,
        ) => {
          const { client } = session;
          const body = await filmBody(client, sentence, options);
          const created = await unwrap(client.POST('/api/v1/demos', { body }));
          await finish(session, created.id, options, 'The demo is being made');
        },
      ),
    );
  demos
    .command('refresh <id>')
    .description('plan and film a demo again, under the same address')
    .option(...wait)
    .action(
      signedIn(async (session, id: string, options: Waiting) => {
        await unwrap(session.client.POST('/api/v1/demos/{id}/refresh', { params: { path: { id } } }));
        await finish(session, id, options, 'The demo is being filmed again');
      }),
    );
  addSoundOptions(addLookOptions(demos.command('restyle <id>')))
    .description('give a demo another look, where what no option names has its default, or another sound')
    .addOption(aspectOption())
    .option('--silent', 'take the sound away')
    .option('--retake', 'open the page and film it again')
    .option(...wait)
    .action(
      signedIn(async (session, id: string, options: Restyling) => {
        const { aspect, retake } = options;
        const sound = readSound(options);
        const look = await readLook(options);
        if (!look && !aspect && sound === undefined)
          throw usageFailure(
            'Name the new look, such as --background midnight or --look look.yaml, a shape, such as --aspect 9:16, or a sound, such as --music any.',
          );
        const presentation = look ?? (await shownLook(session, id));
        const body = {
          presentation,
          aspect,
          ...(sound !== undefined && { sound }),
          ...(retake && { retake: true }),
        };
        await unwrap(session.client.POST('/api/v1/demos/{id}/restyle', { params: { path: { id } }, body }));
        const gets = look ? 'look' : aspect ? 'shape' : 'sound';
        await finish(session, id, options, `The demo gets its new ${gets}`);
      }),
    );
  demos
    .command('moment <id> <seconds>')
    .description('make the poster and the GIF of this moment of the video')
    .addOption(new Option('--only <picture>', 'one of the two').choices(['thumbnail', 'gif']))
    .action(
      signedIn(
        async ({ client, printer }, id: string, given: string, { only }: { only?: 'thumbnail' | 'gif' }) => {
          const time_ms = Math.round(Number(given) * 1000);
          if (!(time_ms >= 0))
            throw usageFailure(`seconds: expected a number such as 6.4, but ${given} came.`);
          const body = { time_ms, ...(only && { pictures: [only] }) };
          const answer = await unwrap(
            client.PUT('/api/v1/demos/{id}/moment', { params: { path: { id } }, body }),
          );
          printer.result(answer, () => ['They are made within seconds, under the same addresses.']);
        },
      ),
    );
  demos
    .command('watch <id>')
    .description('show the progress of a film, and end with it')
    .action(signedIn(async (session, id: string) => finish(session, id, { wait: true }, '')));
  demos
    .command('cancel <id>')
    .description('stop the film of a demo; its cost is given back')
    .action(
      signedIn(async ({ client, printer }, id: string) => {
        const answer = await unwrap(client.POST('/api/v1/demos/{id}/cancel', { params: { path: { id } } }));
        printer.result({ id, ...answer }, () => ['The film is cancelled, and its cost is given back.']);
      }),
    );
}

/** How the film looks now, without the template, which stays anyway. */
async function shownLook(session: Session, id: string): Promise<Presentation> {
  const { presentation } = await readDemo(session, id);
  const { recordingTemplate: _, ...look } = JSON.parse(presentation ?? '{}') as Presentation;
  return look;
}

/** The result of every command that films: the demo as `GET /demos/{id}` has it, at once or with --wait after the film. */
async function finish(session: Session, id: string, { wait }: Waiting, begun: string): Promise<void> {
  const { printer } = session;
  const demo = wait ? await showFilm(session, id) : await readDemo(session, id);
  printer.result(demo, () =>
    wait ? describeDemo(demo) : [`${begun}: ${id}`, `See it with \`showreel demos watch ${id}\`.`],
  );
}

export function describeDemo({
  id,
  title,
  status,
  version,
  duration_ms,
  urls,
  warnings,
}: DemoDetail): string[] {
  const seconds = duration_ms === null ? '' : `, ${(duration_ms / 1000).toFixed(1)} s`;
  const addresses = Object.entries(urls).flatMap(([name, url]) =>
    url ? [`  ${name.padEnd(10)} ${url}`] : [],
  );
  return [
    `${oneLine(title ?? id)}  (${status}, version ${version}${seconds})`,
    `  ${'id'.padEnd(10)} ${id}`,
    ...(status === 'ready' ? addresses : []),
    ...warnings.map(({ message }) => `  warning    ${oneLine(message)}`),
  ];
}

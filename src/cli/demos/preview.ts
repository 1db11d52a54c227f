/** `demos preview`: the storyboard of a sentence. It films and costs nothing. */
import type { Command } from 'commander';
import { unwrap } from '../../client/index.ts';
import type { CommandHost } from '../command.ts';
import { oneLine } from '../terminal/output.ts';
import { filmBody } from './film-body.ts';
import { addLookOptions, type LookOptions } from './look.ts';
import type { ProjectOptions } from './projects.ts';
import { addWishOptions, type WishOptions } from './wish.ts';

export function addPreviewCommand(demos: Command, { signedIn }: CommandHost): void {
  addLookOptions(addWishOptions(demos.command('preview <sentence>')))
    .description('show the storyboard of a sentence, without a film and without a cost')
    .action(
      signedIn(
        async (
          { client, printer },
          sentence: string,
          options: WishOptions & LookOptions & ProjectOptions,
        ) => {
          const body = await filmBody(client, sentence, options);
          printer.remark('Reading the page …');
          const preview = await unwrap(client.POST('/api/v1/demos/preview', { body }));
          printer.result({ project_id: body.project_id, ...preview }, () => [
            `${oneLine(preview.title)}  (${(preview.durationMs / 1000).toFixed(1)} s)`,
            ...printer.rows(
              ['at', 'scene', 'still'],
              preview.scenes.map(({ startMs, what, stillUrl }) => [
                `${(startMs / 1000).toFixed(1)} s`,
                what,
                stillUrl,
              ]),
            ),
            ...preview.unmet.map(({ said, reason }) => oneLine(`not done: “${said}”: ${reason}`)),
            ...preview.warnings.map(({ message }) => oneLine(`warning: ${message}`)),
          ]);
        },
      ),
    );
}

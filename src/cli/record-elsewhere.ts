import type { CommandHost } from './command.ts';
import { usageFailure } from './failure.ts';

/** `record` of the npm package, which has no recorder: it says where one is. */
export function addRecordElsewhere({ program }: CommandHost): void {
  program
    .command('record <url> <sentence>')
    .description("film a page on this machine; needs Showreel's repository")
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw usageFailure(
        'The recorder is not part of this package: it needs Chromium, ffmpeg and PostgreSQL, which `make setup` in the repository of Showreel gets.',
        'Get the repository and run `scripts/showreel record` there, or let the service film with `showreel demos create`.',
      );
    });
}

/** `showreel demos …`: from a sentence to a film, and what is done with films. */
import type { CommandHost } from '../command.ts';
import { addDownloadCommand } from './download.ts';
import { addFilmCommands } from './film.ts';
import { addPreviewCommand } from './preview.ts';
import { addReadCommands } from './read.ts';

export function addDemoCommands(host: CommandHost): void {
  const demos = host.program.command('demos').description('make, watch and download demos');
  addPreviewCommand(demos, host);
  addFilmCommands(demos, host);
  addReadCommands(demos, host);
  addDownloadCommand(demos, host);
}

import { type Command, Option } from 'commander';

/** What a film is of and how it is made, as options. */
export interface WishOptions {
  format?: 'mp4' | 'webm';
  resolution?: '720p' | '1080p';
  aspect?: Aspect;
  duration?: '5s' | '10s' | '30s';
  mode?: 'script' | 'agent';
}

export const aspects = ['16:9', '9:16', '1:1', '4:5'] as const;
export type Aspect = (typeof aspects)[number];

export const aspectOption = () =>
  new Option('--aspect <shape>', 'the shape of the video, width to height').choices([...aspects]);

export const viewportOption = () =>
  new Option('--viewport <device>', 'the device of a new project').choices(['desktop', 'tablet', 'mobile']);

export function addWishOptions(command: Command): Command {
  return addFilmOptions(
    command
      .option('--page <url>', 'the page; a page that has no project yet gets one')
      .option('--project <id>', 'the project, instead of the page')
      .addOption(viewportOption()),
  );
}

export function addFilmOptions(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'the format of the video').choices(['mp4', 'webm']))
    .addOption(new Option('--resolution <size>', 'the size of the video').choices(['720p', '1080p']))
    .addOption(aspectOption())
    .addOption(new Option('--duration <time>', 'how long the film is').choices(['5s', '10s', '30s']))
    .addOption(new Option('--mode <mode>', 'agent also looks behind links').choices(['script', 'agent']));
}

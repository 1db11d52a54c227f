import { type FindingCode, findingMeanings, qualityOf } from '../../critic/findings.ts';

/** What a warning may say of how one film was made. Unlike those of its plan, it ends with the version. */
export const filmWarningCodes = {
  filmed_again:
    'a restyle had to open the page again, since the recorded pictures of the video were not kept or could not be used',
  softer_text:
    'a restyle shows the recorded page larger than it was recorded, so its text is a little soft; `retake` films it anew',
  no_music: 'the music that was asked for could not be played, so the video has none',
  no_voice: 'the provider of the voice failed, so nobody speaks in the video; a restyle tries again',
  not_spoken:
    'a caption is not spoken, since the video shows it too briefly or the provider of the voice failed',
  no_sound: 'the sound could not be made, so the video is silent; a restyle tries again',
  filmed_twice:
    'the service found something wrong with its first video and filmed the page a second time; the better one is shown, at no further cost',
  ...findingMeanings,
} as const;

export interface FilmWarning {
  code: keyof typeof filmWarningCodes;
  message: string;
  /** The index of the script's step that it is about. */
  step?: number | undefined;
}

export const isFilmWarning = (code: string): boolean => code in filmWarningCodes;

/** Of what the critic found when the film was shot. It holds for everything that is composed of the same take. */
export const isFinding = (code: string): code is FindingCode => code in findingMeanings;

/** How good the film is as far as the critic can tell, from 0 to 1. */
export const qualityOfWarnings = (warnings: readonly { code: string }[]): number =>
  qualityOf(warnings.map(({ code }) => code));

export const filmedAgain: FilmWarning = {
  code: 'filmed_again',
  message:
    'The recorded pictures of this video were not kept or could not be used, so the page was filmed again. It is shown as it is now.',
};

export const noSound: FilmWarning = {
  code: 'no_sound',
  message: 'The sound could not be made, so the video is silent. A restyle tries again.',
};

/** @param isShown whether the second film is the one that is shown */
export const filmedTwice = ({
  because,
  isShown,
}: {
  because: readonly FindingCode[];
  isShown: boolean;
}): FilmWarning => {
  const found = because.map((code) => findingMeanings[code]).join('; ');
  return {
    code: 'filmed_twice',
    message: isShown
      ? `This is the second video of this script. Of the first one was found: ${found}. It cost nothing more.`
      : `The page was filmed a second time at no further cost, and that helped nothing. Of the first video, which is shown, was found: ${found}.`,
  };
};

/** Pictures that are enlarged by less than this look as sharp as new ones. */
const softFrom = 1.04;

/** @param enlargement by how much the recorded pictures are enlarged */
export const softerText = (enlargement: number): FilmWarning | null =>
  enlargement < softFrom
    ? null
    : {
        code: 'softer_text',
        message: `The page is shown ${Math.round((enlargement - 1) * 100)} % larger than it was recorded, so its text is a little soft. Restyle it with \`retake: true\` to film it in this size.`,
      };

/** What may be wrong with a film, worst first. `costs` is the share of a film's quality that one finding takes. */
const kinds = {
  ends_on_error_page: { costs: 0.6, meaning: 'the video ends on a page that says that something went wrong' },
  ends_on_sign_in: { costs: 0.6, meaning: 'the video ends on a page that only asks to sign in' },
  blank_picture: { costs: 0.5, meaning: 'the video shows an empty page for a while' },
  still_loading: { costs: 0.4, meaning: 'the page was still loading at the end of the video' },
  banner_left: {
    costs: 0.3,
    meaning: 'a banner about cookies or a chat window is seen at the end of the video',
  },
  nothing_happened: { costs: 0.3, meaning: 'the video presses something, and nothing is seen to change' },
  out_of_view: { costs: 0.3, meaning: 'the video presses something that its picture does not show' },
  cut_off: { costs: 0.3, meaning: 'what a step is about is cut off by the edge of the picture' },
  text_too_small: { costs: 0.3, meaning: 'the text that a step is about is too small to be read' },
  text_too_pale: {
    costs: 0.2,
    meaning: 'the text that a step is about can hardly be told from what is behind it',
  },
  caption_covers: { costs: 0.2, meaning: 'a caption of the video stands over what the caption is about' },
  jumps: { costs: 0.2, meaning: 'the page or the camera jumps while nothing is done' },
  poster_misses: { costs: 0.2, meaning: 'the poster shows the page as it is before the outcome' },
  stands_still: { costs: 0.2, meaning: 'nothing moves in the video for a long time' },
} as const;

export type FindingCode = keyof typeof kinds;

export const findingCodes = Object.keys(kinds) as [FindingCode, ...FindingCode[]];

/** Something that a viewer would call a fault of the film. */
export interface Finding {
  code: FindingCode;
  /** A sentence for the owner of the film. */
  message: string;
  /** The index of the script's step that it is about. */
  step?: number | undefined;
}

/** What each code means to the owner of a film. */
export const findingMeanings = Object.fromEntries(
  Object.entries(kinds).map(([code, { meaning }]) => [code, meaning]),
) as Record<FindingCode, string>;

/**
 * From 0 to 1: 1 where nothing was found. Each finding takes its share of what is left, so that several small faults do not weigh as much as
 * one that makes the film useless.
 * @param codes also of other warnings, which do not count
 */
export function qualityOf(codes: readonly string[]): number {
  const left = codes.reduce(
    (quality, code) => quality * (code in kinds ? 1 - kinds[code as FindingCode].costs : 1),
    1,
  );
  return Math.round(left * 100) / 100;
}

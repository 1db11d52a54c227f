/** How a player behaves inside another site's page. */
export interface EmbedOptions {
  autoplay: boolean;
  loop: boolean;
  muted: boolean;
  controls: boolean;
  /** Whether the still of the film stands there until it plays. */
  poster: boolean;
  /** `auto`: as the visitor's system has it. */
  theme: 'light' | 'dark' | 'auto';
}

/** As the API describes them. */
export const embedFlags = ['autoplay', 'loop', 'muted', 'controls', 'poster'] as const;
export const embedThemes = ['light', 'dark', 'auto'] as const;

/**
 * From a query, or from any other object of that kind. A flag is on by `1`, `true` or nothing after its name, and off by
 * `0` or `false`; whatever else stands there is as if it did not. Browsers let nothing with sound play by itself, so
 * `autoplay` mutes unless `muted` says otherwise.
 */
export function readEmbedOptions(given: Record<string, unknown>): EmbedOptions {
  const flag = (name: (typeof embedFlags)[number], otherwise: boolean) =>
    meanings.get(lastOf(given[name])) ?? otherwise;
  const theme = lastOf(given.theme);
  const autoplay = flag('autoplay', false);
  return {
    autoplay,
    loop: flag('loop', false),
    muted: flag('muted', autoplay),
    controls: flag('controls', true),
    poster: flag('poster', true),
    theme: embedThemes.find((one) => one === theme) ?? 'auto',
  };
}

const meanings = new Map([
  ...['', '1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'off'].map((word) => [word, false] as const),
]);

/** A name that is given twice means its last value, as in most players. */
const lastOf = (value: unknown) =>
  String((Array.isArray(value) ? value.at(-1) : value) ?? 'absent').toLowerCase();

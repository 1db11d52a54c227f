/** How a player behaves inside another site's page. */
export interface EmbedOptions {
  autoplay: boolean;
  loop: boolean;
  muted: boolean;
  controls: boolean;
  /** Whether the film's still is shown until the film plays. */
  poster: boolean;
  /** `auto` follows the visitor's system. */
  theme: 'light' | 'dark' | 'auto';
}

/** The flags of the query, which the OpenAPI document lists too. */
export const embedFlags = ['autoplay', 'loop', 'muted', 'controls', 'poster'] as const;
export const embedThemes = ['light', 'dark', 'auto'] as const;

/**
 * Reads the options from a query or from a payload. A flag is on with `1`, `true` or an empty value, and off with `0` or
 * `false`. Other values are ignored. Browsers start no film with sound by themselves, so `autoplay` mutes the film unless
 * `muted` says otherwise.
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

/** Where a name is given twice, its last value counts, as in most players. */
const lastOf = (value: unknown) =>
  String((Array.isArray(value) ? value.at(-1) : value) ?? 'absent').toLowerCase();

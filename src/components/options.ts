/** Which demo is shown, and how. What a page may say of an embed is the same for the element, for React and for plain HTML. */
export interface ShowreelDemoOptions {
  /** The address of the service, such as `https://showreel.example.com`. */
  service: string;
  /** A publishable key (`sr_pub_…`). Not needed with `demo`. All embeds of a page that come from one service share one key. */
  apiKey?: string;
  /** The id of the project, where the key is not bound to one. */
  project?: string;
  /** The id of an existing demo. It replaces `prompt`, `template`, `section` and `presentation`. */
  demo?: string;
  /** What to show, in a sentence of at most 500 characters. */
  prompt?: string;
  template?: string;
  section?: string;
  presentation?: object;
  /** The shape of the box, which is that of the film. Default `16:9`. */
  aspect?: '16:9' | '9:16' | '1:1' | '4:5';
  autoplay?: boolean;
  loop?: boolean;
  muted?: boolean;
  controls?: boolean;
  /** The colours around the film. */
  theme?: 'light' | 'dark' | 'auto';
}

/** The detail of the event `showreel:state`. */
export type ShowreelState =
  | { state: 'loading' }
  | { state: 'player'; demoId: string }
  | { state: 'error'; message: string };

const texts = ['project', 'demo', 'prompt', 'template', 'section', 'aspect', 'theme'] as const;
const flags = ['autoplay', 'loop', 'muted', 'controls'] as const;

/** The `data-` attributes by which `sdk.js` knows an element. What is left out is `undefined`, and has no attribute. */
export function attributesOf(options: Partial<ShowreelDemoOptions>): Record<string, string | undefined> {
  return Object.fromEntries([
    ...texts.map((name) => [`data-${name}`, options[name]]),
    ...flags.map((name) => [
      `data-${name}`,
      options[name] === undefined ? undefined : options[name] ? '1' : '0',
    ]),
    ['data-presentation', options.presentation && JSON.stringify(options.presentation)],
  ]);
}

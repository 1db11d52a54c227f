/** How the player behaves. What is left out is off, except `controls`; browsers let only muted films start by themselves. */
export interface PlayerProperties {
  autoplay?: boolean;
  loop?: boolean;
  muted?: boolean;
  controls?: boolean;
  /** The address of a picture that stands there until the film plays, or whether the film's own still does. */
  poster?: string | boolean;
  /** `auto`, the default: as the visitor's system has it. */
  theme?: 'light' | 'dark' | 'auto';
}

/** A demo that is there, or what is to be shown: made at the first view, reused afterwards. */
export type RuntimePayload = PlayerProperties &
  (
    | { demoId: string }
    | {
        /** A page on the site of the project; its own address where it is left out. */
        url?: string;
        /** 1 to 500 characters. */
        prompt?: string;
        template?: string;
        /** 1 to 120 characters. */
        section?: string;
        /** As in `POST /demos`. */
        presentation?: object;
      }
  );

export interface RuntimeEmbed {
  /** Where the service is, such as `https://showreel.example.com`. */
  baseUrl: string;
  projectId: string;
  /** `sr_sign_…`, of the project. It stays on the server. */
  signingSecret: string;
  /** When the address stops working: a date or whole Unix seconds, at most 31 days from now. */
  expires: Date | number;
  /** Left out: the newest finished demo of the project. */
  payload?: RuntimePayload;
}

/**
 * The address for the `src` of an iframe. The recipe, for any language:
 * 1. `payload` = base64url, without padding, of the payload as UTF-8 JSON; the empty text where there is none.
 * 2. `signature` = lower-case hex of HMAC-SHA256 with the text of the signing secret as key, over the four lines `v1`,
 *    the project's id, `expires` in Unix seconds, and `payload`, joined by line feeds (no line feed at the end).
 * 3. `{baseUrl}/api/v1/embed/runtime?project_id=…&expires=…&payload=…&signature=…`; `payload` is left out where it is empty.
 *
 * @throws TypeError where `expires` is no point in time.
 */
export declare function signRuntimeEmbed(embed: RuntimeEmbed): string;

/** Step 2 of the recipe, over texts as they stand in the address. */
export declare function runtimeSignature(
  signingSecret: string,
  signed: { projectId: string; expires: string; payload: string },
): string;

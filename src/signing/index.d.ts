/** How the player behaves. Members that are left out are off, except `controls`. Browsers start only muted films by themselves. */
export interface PlayerProperties {
  autoplay?: boolean;
  loop?: boolean;
  muted?: boolean;
  controls?: boolean;
  /** The address of a picture to show until the film plays, or whether to show the film's own still. */
  poster?: string | boolean;
  /** `auto`, the default, follows the visitor's system. */
  theme?: 'light' | 'dark' | 'auto';
}

/** Names an existing demo, or describes the demo to show. Such a demo is made at the first view and reused afterwards. */
export type RuntimePayload = PlayerProperties &
  (
    | { demoId: string }
    | {
        /** A page on the site of the project. The default is the project's own address. */
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
  /** The address of the service, such as `https://showreel.example.com`. */
  baseUrl: string;
  projectId: string;
  /** The signing secret of the project, `sr_sign_…`. It must not leave the server. */
  signingSecret: string;
  /** When the address stops working: a date or whole Unix seconds, at most 31 days from now. */
  expires: Date | number;
  /** Without a payload the newest finished demo of the project is shown. */
  payload?: RuntimePayload;
}

/**
 * Makes the address for the `src` of an iframe. The recipe works in any language:
 * 1. `payload` = the payload as UTF-8 JSON in base64url without padding; the empty text where there is no payload.
 * 2. `signature` = the lower-case hex of an HMAC-SHA256. Its key is the text of the signing secret. Its input are four lines
 *    joined by line feeds, without one at the end: `v1`, the project's id, `expires` in Unix seconds, and `payload`.
 * 3. The address is `{baseUrl}/api/v1/embed/runtime?project_id=…&expires=…&payload=…&signature=…`. Leave `payload` out where
 *    it is empty.
 *
 * @throws TypeError where `expires` is neither a date nor whole Unix seconds.
 */
export declare function signRuntimeEmbed(embed: RuntimeEmbed): string;

/** Step 2 of the recipe. It takes the texts as they stand in the address. */
export declare function runtimeSignature(
  signingSecret: string,
  signed: { projectId: string; expires: string; payload: string },
): string;

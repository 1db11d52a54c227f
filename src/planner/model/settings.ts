/** Which language model plans, by whose requests, and what it may take. */
export interface ModelSettings {
  provider: 'openai-compatible' | 'anthropic';
  /** The address up to and including the version: `https://api.example.com/v1`. */
  url: string;
  model: string;
  apiKey: string | null;
  /** The limit for all calls of one plan, input and output together. */
  maxTokens: number;
  timeoutMs: number;
  /** US dollars for a million tokens. Null where the price is not known. */
  price: { input: number; output: number } | null;
  /** Makes the requests in this process's place. Unset: this process does, with its key. */
  request?: (body: string) => Promise<ModelAnswer>;
}

/** A provider's answer to one request; `failed` says why there is none. */
export type ModelAnswer =
  | { status: number; headers: Record<string, string>; body: string }
  | { failed: string };

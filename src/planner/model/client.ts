import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  generateText,
  type LanguageModel,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
} from 'ai';
import { type Answer, answerSchema } from './answer.ts';

/**
 * The one place that talks to a language model. Callers are the model planner alone. What goes wrong leaves as a
 * `ModelFault` with a word for it: the provider's own errors carry the request and its headers.
 */
export interface ModelSettings {
  provider: 'openai-compatible' | 'anthropic';
  /** Up to and including the version, as `https://api.example.com/v1`. */
  url: string;
  model: string;
  apiKey: string | null;
  /** For all calls of one plan, in and out. */
  maxTokens: number;
  timeoutMs: number;
  /** US dollars for a million tokens; null where nobody has said. */
  price: { input: number; output: number } | null;
}

export type ModelTrouble =
  | 'timeout'
  | 'budget'
  | 'unreachable'
  | 'unreadable answer'
  | 'nothing usable'
  | `status ${number}`;

export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly trouble: ModelTrouble;
  constructor(trouble: ModelTrouble) {
    super(`The language model could not be used: ${trouble}.`);
    this.trouble = trouble;
  }
}

export interface Usage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Where the price of tokens is known. */
  costUsd?: number;
}

const mostOutputTokens = 1500;
const leastOutputTokens = 200;

/** One plan's conversation: every call counts against the same tokens and the same time. */
export class ModelSession {
  readonly usage: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };
  private readonly settings: ModelSettings;
  private readonly signal: AbortSignal;
  private readonly endsAt: number;

  constructor(settings: ModelSettings, signal: AbortSignal) {
    this.settings = settings;
    this.signal = signal;
    this.endsAt = performance.now() + settings.timeoutMs;
  }

  /** How many characters of prompt are still paid for; a token is three characters or more in any language we have seen. */
  get charactersLeft(): number {
    const { inputTokens, outputTokens } = this.usage;
    return 3 * (this.settings.maxTokens - inputTokens - outputTokens - leastOutputTokens);
  }

  /** @throws ModelFault; the signal's reason where the plan is not wanted any more */
  async ask(system: string, prompt: string): Promise<Answer> {
    const estimate = Math.ceil((system.length + prompt.length) / 3);
    const left = this.settings.maxTokens - this.usage.inputTokens - this.usage.outputTokens - estimate;
    const leftMs = this.endsAt - performance.now();
    if (left < leastOutputTokens) throw new ModelFault('budget');
    if (leftMs <= 0) throw new ModelFault('timeout');
    this.usage.calls++;
    const late = AbortSignal.timeout(Math.ceil(leftMs));
    try {
      const { output, usage } = await generateText({
        ...{ model: modelOf(this.settings), system, prompt, maxRetries: 0 },
        output: Output.object({ schema: answerSchema }),
        maxOutputTokens: Math.min(mostOutputTokens, left),
        abortSignal: AbortSignal.any([this.signal, late]),
      });
      this.count(usage, { input: estimate, output: Math.ceil(JSON.stringify(output).length / 3) });
      return output;
    } catch (error) {
      // What cannot be read was written and is paid for.
      if (NoObjectGeneratedError.isInstance(error) && error.usage)
        this.count(error.usage, { input: estimate, output: Math.ceil((error.text?.length ?? 0) / 3) });
      this.signal.throwIfAborted();
      throw new ModelFault(late.aborted ? 'timeout' : troubleOf(error));
    }
  }

  /** @param guess where a provider does not say */
  private count(told: LanguageModelUsage, guess: { input: number; output: number }): void {
    const { usage } = this;
    const { price } = this.settings;
    usage.inputTokens += told.inputTokens ?? guess.input;
    usage.outputTokens += told.outputTokens ?? guess.output;
    if (!price) return;
    const cost = (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
    usage.costUsd = Math.round(cost * 1e6) / 1e6;
  }
}

function modelOf({ provider, url, model, apiKey }: ModelSettings): LanguageModel {
  if (provider === 'anthropic') return createAnthropic({ baseURL: url, apiKey: apiKey ?? '' })(model);
  return createOpenAICompatible({
    ...{ name: 'model', baseURL: url, supportsStructuredOutputs: true },
    ...(apiKey && { apiKey }),
  }).chatModel(model);
}

function troubleOf(error: unknown): ModelTrouble {
  const { statusCode, name } = error as { statusCode?: unknown; name?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 400) return `status ${statusCode}`;
  const unread = /NoObjectGenerated|NoOutputGenerated|TypeValidation|JSONParse|InvalidResponse/i;
  return typeof statusCode === 'number' || unread.test(String(name)) ? 'unreadable answer' : 'unreachable';
}

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateText,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  RetryError,
  wrapLanguageModel,
} from 'ai';
import { wellFormedData } from '../../text.ts';
import type { Usage } from '../plan.ts';
import { type Answer, answerSchema } from './answer.ts';
import { fetchOver } from './request.ts';
import { askedWaitMs, mostRetries, withinTime } from './retry.ts';
import type { ModelSettings } from './settings.ts';

/**
 * This file alone talks to a language model, and the model planner alone uses it. What goes wrong leaves it as a `ModelFault`
 * with a word for the trouble, because the provider's own errors carry the request and its headers.
 */
export type ModelTrouble =
  | 'timeout'
  | 'budget'
  | 'unreachable'
  | 'unreadable answer'
  | 'nothing usable'
  | 'going in circles'
  | 'no end'
  | `status ${number}`;

export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly trouble: ModelTrouble;
  /** @param more what else is known, as a part of the message's sentence that begins with a comma */
  constructor(trouble: ModelTrouble, more = '') {
    super(`The language model could not be used: ${trouble}${more}.`);
    this.trouble = trouble;
  }
}

const mostOutputTokens = 1500;
const leastOutputTokens = 200;

/** The calls of one plan, which share one budget of tokens and one limit of time. */
export class ModelSession {
  readonly usage: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };
  private readonly settings: ModelSettings;
  private readonly signal: AbortSignal;
  /** Runs from the first question: the page is read before it, which takes a slow machine as long as a short limit. */
  private endsAt: number | null = null;

  constructor(settings: ModelSettings, signal: AbortSignal) {
    this.settings = settings;
    this.signal = signal;
  }

  private get leftMs(): number {
    this.endsAt ??= performance.now() + this.settings.timeoutMs;
    return this.endsAt - performance.now();
  }

  /** How many characters of prompt the budget still allows. */
  get charactersLeft(): number {
    const { inputTokens, outputTokens } = this.usage;
    return 3 * (this.settings.maxTokens - inputTokens - outputTokens - leastOutputTokens);
  }

  /** @throws ModelFault, or the signal's reason where the plan was cancelled */
  async ask(system: string, prompt: string): Promise<Answer> {
    const estimate = tokensOf(system + prompt);
    const left = this.settings.maxTokens - this.usage.inputTokens - this.usage.outputTokens - estimate;
    const { leftMs } = this;
    if (left < leastOutputTokens) throw new ModelFault('budget');
    if (leftMs <= 0) throw new ModelFault('timeout');
    const late = AbortSignal.timeout(Math.ceil(leftMs));
    const guess = { input: estimate, output: 0 };
    // A request that was sent and not refused is being worked on. It is paid for, whether or not its answer comes in time.
    let isOpen = false;
    let sent = 0;
    const model = wrapLanguageModel({
      model: modelOf(this.settings),
      middleware: withinTime({
        onSent: () => {
          this.usage.calls++;
          sent++;
          isOpen = true;
        },
        onRefused: () => {
          isOpen = false;
        },
        leftMs: () => this.leftMs,
      }),
    });
    try {
      const { output, usage } = await generateText({
        model,
        system,
        prompt,
        maxRetries: mostRetries,
        output: Output.object({ schema: answerSchema }),
        maxOutputTokens: Math.min(mostOutputTokens, left),
        abortSignal: AbortSignal.any([this.signal, late]),
      });
      this.count(usage, { ...guess, output: tokensOf(JSON.stringify(output)) });
      return wellFormedData(output);
    } catch (raised) {
      const error = RetryError.isInstance(raised) ? raised.lastError : raised;
      const unread = NoObjectGeneratedError.isInstance(error) ? error : null;
      if (isOpen) this.count(unread?.usage, { ...guess, output: tokensOf(unread?.text ?? '') });
      this.signal.throwIfAborted();
      if (late.aborted) throw new ModelFault('timeout', `, no answer in ${Math.round(leftMs / 1000)} s`);
      throw new ModelFault(troubleOf(error), this.endOf(error, sent));
    }
  }

  /** @param guess the tokens to count where a provider does not report them */
  private count(reported: LanguageModelUsage | undefined, guess: { input: number; output: number }): void {
    const { usage } = this;
    const { price } = this.settings;
    usage.inputTokens += reported?.inputTokens ?? guess.input;
    usage.outputTokens += reported?.outputTokens ?? guess.output;
    if (reported?.inputTokens === undefined || reported.outputTokens === undefined) usage.estimated = true;
    if (!price) return;
    const cost = (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
    usage.costUsd = Math.round(cost * 1e6) / 1e6;
  }

  /** How often the model was asked, and why the plan did not wait where the provider asked it to. */
  private endOf(error: unknown, sent: number): string {
    const asked = APICallError.isInstance(error) ? askedWaitMs(error.responseHeaders) : null;
    const tried = sent > 1 ? `, asked ${sent} times` : '';
    if (asked === null || asked < 0) return tried;
    const leftSec = Math.max(0, Math.round(this.leftMs / 1000));
    return `${tried}, to be tried again in ${Math.ceil(asked / 1000)} s where the plan has ${leftSec} s left`;
  }
}

/** A token is three characters or more in any language we have seen. */
const tokensOf = (text: string) => Math.ceil(text.length / 3);

function modelOf({ provider, url, model, apiKey, request }: ModelSettings) {
  const elsewhere = request && { fetch: fetchOver(request) };
  if (provider === 'anthropic')
    return createAnthropic({ baseURL: url, apiKey: apiKey ?? '', ...elsewhere })(model);
  return createOpenAICompatible({
    name: 'model',
    baseURL: url,
    supportsStructuredOutputs: true,
    ...(apiKey && { apiKey }),
    ...elsewhere,
  }).chatModel(model);
}

function troubleOf(error: unknown): ModelTrouble {
  const { statusCode, name } = error as { statusCode?: unknown; name?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 400) return `status ${statusCode}`;
  const unread = /NoObjectGenerated|NoOutputGenerated|TypeValidation|JSONParse|InvalidResponse/i;
  return typeof statusCode === 'number' || unread.test(String(name)) ? 'unreadable answer' : 'unreachable';
}

import { TRPCClientError } from '@trpc/client';

/** What a person is told of a request that failed. */
export interface Fault {
  message: string;
  code: string;
  /** 0 where the service could not be reached. */
  status: number;
  requestId: string | null;
  retryAfterSec: number | null;
}

/** A request outside of tRPC that was refused. */
export class RefusedRequest extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

export function faultOf(error: unknown): Fault {
  if (error instanceof RefusedRequest) return error.fault;
  const data = error instanceof TRPCClientError ? (error.data as Partial<Told> | null) : null;
  if (data?.error && data.code && data.status)
    return {
      message: inPlainWords(data.error),
      code: data.code,
      status: data.status,
      requestId: data.requestId ?? null,
      retryAfterSec: data.retryAfterSec ?? null,
    };
  return {
    message: 'Showreel cannot be reached just now. Try again in a moment.',
    code: 'unreachable',
    status: 0,
    requestId: null,
    retryAfterSec: null,
  };
}

/**
 * The sentences of a refused input by the field that each is about: the service names it in backticks. Sentences about no field, or about one
 * that is not among those `shown`, are no part of it; `isTold` says whether there is none of those.
 */
export function fieldFaults<Field extends string>(
  error: unknown,
  shown: readonly Field[],
): { of: Partial<Record<Field, string>>; isTold: boolean } {
  const data = error instanceof TRPCClientError ? (error.data as Partial<Told> | null) : null;
  if (data?.status !== 400 || !data.error) return { of: {}, isTold: error === null };
  const of: Partial<Record<Field, string>> = {};
  let isTold = true;
  for (const sentence of data.error.split(/(?<=\.) (?=`)/)) {
    const path = /^`([^`]+)`/.exec(sentence)?.[1] ?? '';
    const field = shown.find(
      (one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`),
    );
    if (field === undefined) isTold = false;
    else {
      // The field stands above the sentence, and need not be named in it again.
      const words = path === field ? sentence.slice(path.length + 2).trimStart() : sentence;
      of[field] = [of[field], inPlainWords(words)].filter(Boolean).join(' ');
    }
  }
  return { of, isTold };
}

/** Whether the same request may succeed a moment later. */
export const isPassing = ({ status }: Fault) => status === 0 || status >= 500;

/** The `data` of an error of `/api/trpc`. */
interface Told {
  error: string;
  code: string;
  status: number;
  requestId: string;
  retryAfterSec: number | null;
}

/** The sentences name fields in backticks. People do not need to see them. */
export function inPlainWords(sentence: string): string {
  const plain = sentence.replaceAll('`', '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

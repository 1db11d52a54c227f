/** The flow of a site as it is filmed on a preview of it. */
import type { Flow } from '../sync/flow.ts';

/** Pages that it opens, frames that it acts in and addresses that it asserts are those of the preview. */
export function flowOn(flow: Flow, site: string, base: URL): Flow {
  const moved = (text: unknown) =>
    typeof text === 'string' && URL.parse(text)?.origin === site ? onPreview(text, base) : text;
  const steps = flow.steps.map((step) => {
    const { url, target, parameters } = step as { url?: unknown; target?: unknown; parameters?: unknown };
    const asserted = step.name === 'showreel.assert' && isObject(parameters) && 'address' in parameters;
    return {
      ...step,
      ...(url !== undefined && { url: moved(url) }),
      ...(target !== undefined && { target: moved(target) }),
      ...(asserted && { parameters: { ...parameters, address: moved(parameters.address) } }),
    };
  });
  return { ...flow, steps };
}

/** "https://example.com/pricing?a=1" on "https://pr-7.example.dev/site" is "https://pr-7.example.dev/site/pricing?a=1". */
export function onPreview(page: string, base: URL): string {
  const { pathname, search, hash } = new URL(page);
  return `${base.origin}${base.pathname.replace(/\/+$/, '')}${pathname}${search}${hash}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

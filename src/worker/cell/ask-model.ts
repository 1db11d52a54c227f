import { type ModelAnswer, type ModelSettings, requestModel } from '../../planner/index.ts';
import { demand } from './channel.ts';
import { modelBody } from './messages.ts';

/** A plan takes at most 14 requests, each tried at most 4 times. A cell must not use the operator's key for anything else. */
const mostRequests = 56;

/** Makes the requests of one cell to the language model, with the key that the cell does not have. */
export function askModelFor(
  settings: ModelSettings | null,
  signal: AbortSignal,
): (body: unknown) => Promise<ModelAnswer> {
  let count = 0;
  return async (body) => {
    const asked = demand(modelBody, body);
    if (!settings || ++count > mostRequests) return { failed: 'There are no more requests.' };
    return requestModel(settings, asked, signal);
  };
}

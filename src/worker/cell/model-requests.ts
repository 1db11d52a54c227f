import type { ModelAnswer, ModelSettings } from '../../planner/index.ts';
import type { Channel } from './channel.ts';
import type { CellOrder } from './messages.ts';

/** The settings of a language model whose requests the service makes: a cell has neither its key nor its address. */
export const askModelOver = (channel: Channel, model: CellOrder['model'] & object): ModelSettings => ({
  ...model,
  url: 'http://language-model.invalid/v1',
  apiKey: null,
  request: async (body) => (await channel.call('askModel', body)) as ModelAnswer,
});

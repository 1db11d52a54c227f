import { exampleIds } from '../../../domain/fields.ts';

export const demoIdParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the demo',
  schema: { type: 'string' },
  example: exampleIds.demo,
};

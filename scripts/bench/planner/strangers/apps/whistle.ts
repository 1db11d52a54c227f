import { join } from 'node:path';
import { getJson, sendForm } from '../api.ts';
import { type Running, stranger } from '../stranger.ts';

interface Entry {
  name: string;
  data?: string;
  selected?: boolean;
}

interface Proxy {
  rules: Entry[];
  values: Entry[];
  disabledAllRules: boolean;
  http2: boolean;
}

async function state({ origin }: Running): Promise<Proxy> {
  const { rules, values, enableHttp2, disabledAllRules } = await getJson<{
    rules: { list: Entry[] };
    values: { list: Entry[] };
    enableHttp2: boolean;
    disabledAllRules?: boolean;
  }>(`${origin}/cgi-bin/init`);
  const short = ({ name, data, selected }: Entry) => ({ name, data, selected });
  return {
    rules: rules.list.map(short),
    values: values.list.map(short),
    disabledAllRules: disabledAllRules === true,
    http2: enableHttp2,
  };
}

const post = ({ origin }: Running, what: string, fields: Record<string, string>) =>
  sendForm(`${origin}/cgi-bin/${what}`, { clientId: 'bench', ...fields });

export const whistle = stranger<Proxy>({
  app: 'whistle',
  package: 'whistle',
  version: '2.10.10',
  start: async ({ modules, folder, port }) => ({
    command: [
      process.execPath,
      join(modules, 'whistle/bin/whistle.js'),
      'run',
      '-p',
      `${port}`,
      '-H',
      '127.0.0.1',
      '-D',
      join(folder, 'data'),
    ],
    path: '#rules',
  }),
  async seed(running) {
    await post(running, 'rules/add', { name: 'Staging', value: 'shop.example 127.0.0.1:8080' });
    await post(running, 'rules/add', { name: 'Slow network', value: 'shop.example resDelay://3000' });
    await post(running, 'values/add', { name: 'greeting.json', value: '{"hello": "world"}' });
  },
  state,
  tasks: [
    {
      id: 'create-rule',
      instruction: 'Create a rule named "Mobile test"',
      isDone: ({ rules }) => rules.filter(({ name }) => name === 'Mobile test').length === 1,
      solve: (at) => post(at, 'rules/add', { name: 'Mobile test', value: '' }),
    },
    {
      id: 'enable-rule',
      instruction: 'Enable the rule "Staging"',
      isDone: ({ rules }) => rules.some(({ name, selected }) => name === 'Staging' && selected === true),
      solve: (at) => post(at, 'rules/select', { name: 'Staging', value: 'shop.example 127.0.0.1:8080' }),
    },
    {
      id: 'rename-rule',
      instruction: 'Rename the rule "Slow network" to "Very slow network"',
      isDone: ({ rules }) =>
        rules.some(({ name, data }) => name === 'Very slow network' && data?.includes('resDelay')) &&
        !rules.some(({ name }) => name === 'Slow network'),
      solve: (at) => post(at, 'rules/rename', { name: 'Slow network', newName: 'Very slow network' }),
    },
    {
      id: 'create-value',
      instruction: 'Go to Values and create one called "price.json"',
      isDone: ({ values }) => values.filter(({ name }) => name === 'price.json').length === 1,
      solve: (at) => post(at, 'values/add', { name: 'price.json', value: '' }),
    },
    {
      id: 'http2',
      instruction: 'Open the HTTPS settings and turn off HTTP/2',
      isDone: ({ http2 }) => !http2,
      solve: (at) => post(at, 'enable-http2', { enableHttp2: '0' }),
    },
    {
      id: 'all-off',
      instruction: 'Turn all rules off',
      isDone: ({ disabledAllRules }) => disabledAllRules,
      solve: (at) => post(at, 'rules/disable-all-rules', { disabledAllRules: '1' }),
    },
  ],
});

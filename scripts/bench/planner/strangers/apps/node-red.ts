import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getJson, send } from '../api.ts';
import { type Running, stranger } from '../stranger.ts';

type FlowNode = Record<string, unknown> & { id: string; type: string };

interface Editor {
  flows: FlowNode[];
  user: { editor?: { view?: Record<string, unknown> } };
}

const flows = [
  { id: 'tab1', type: 'tab', label: 'Greenhouse', disabled: false, info: '' },
  { id: 'tab2', type: 'tab', label: 'Doorbell', disabled: false, info: '' },
  {
    id: 'n1',
    type: 'inject',
    z: 'tab1',
    name: 'Every hour',
    props: [],
    repeat: '3600',
    crontab: '',
    once: false,
    topic: '',
    x: 140,
    y: 100,
    wires: [['n2']],
  },
  {
    id: 'n2',
    type: 'debug',
    z: 'tab1',
    name: 'Temperature log',
    active: true,
    tosidebar: true,
    console: false,
    complete: 'payload',
    targetType: 'msg',
    x: 380,
    y: 100,
    wires: [],
  },
];

const settings = `module.exports = { flowFile: 'flows.json', telemetry: { enabled: false }, editorTheme: { tours: false } };\n`;

const state = async ({ origin }: Running): Promise<Editor> => ({
  flows: await getJson<FlowNode[]>(`${origin}/flows`),
  user: await getJson<Editor['user']>(`${origin}/settings/user`),
});

const tabs = (at: Editor) => at.flows.filter(({ type }) => type === 'tab');
const view = ({ user }: Editor, key: string) => user.editor?.view?.[key];

const deploy = ({ origin }: Running, all: object[]) =>
  send('POST', `${origin}/flows`, all, { 'node-red-deployment-type': 'full' });
const setView = ({ origin }: Running, to: object) =>
  send('POST', `${origin}/settings/user`, { editor: { view: to } });

export const nodeRed = stranger<Editor>({
  app: 'node-red',
  package: 'node-red',
  version: '5.0.7',
  async start({ modules, folder, port }) {
    await writeFile(join(folder, 'flows.json'), JSON.stringify(flows));
    await writeFile(join(folder, 'settings.js'), settings);
    return { command: [process.execPath, join(modules, 'node-red/red.js'), '-u', folder, '-p', `${port}`] };
  },
  state,
  tasks: [
    {
      id: 'add-flow',
      instruction: 'Add a new flow and deploy it',
      isDone: (at) => tabs(at).length === 3,
      solve: (at) =>
        deploy(at, [...flows, { id: 'tab3', type: 'tab', label: 'Flow 1', disabled: false, info: '' }]),
    },
    {
      id: 'rename-flow',
      instruction: 'Rename the flow "Doorbell" to "Front door" and deploy',
      isDone: (at) => tabs(at).some(({ id, label }) => id === 'tab2' && label === 'Front door'),
      solve: (at) =>
        deploy(
          at,
          flows.map((one) => (one.id === 'tab2' ? { ...one, label: 'Front door' } : one)),
        ),
    },
    {
      id: 'rename-node',
      instruction: 'Change the name of the node "Temperature log" to "Heat log", then deploy',
      isDone: (at) => at.flows.some(({ id, name }) => id === 'n2' && name === 'Heat log'),
      solve: (at) =>
        deploy(
          at,
          flows.map((one) => (one.id === 'n2' ? { ...one, name: 'Heat log' } : one)),
        ),
    },
    {
      id: 'hide-grid',
      instruction: 'Turn off "Show grid" in the settings',
      isDone: (at) => view(at, 'view-show-grid') === false,
      solve: (at) => setView(at, { 'view-show-grid': false }),
    },
    {
      id: 'grid-size',
      instruction: 'Set the grid size to 40 in the user settings',
      isDone: (at) => `${view(at, 'view-grid-size')}` === '40',
      solve: (at) => setView(at, { 'view-grid-size': 40 }),
    },
    {
      id: 'zoom',
      instruction: 'Open the settings and switch on restoring the zoom level on load',
      isDone: (at) => view(at, 'view-store-zoom') === true,
      solve: (at) => setView(at, { 'view-store-zoom': true }),
    },
  ],
});

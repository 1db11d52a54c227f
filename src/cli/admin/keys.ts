import { userInfo } from 'node:os';
import { table } from '../terminal/output.ts';
import { type Invocation, type LocalCommand, print, UsageError } from './command.ts';

export interface KeyStatus {
  keys: { id: string; seals: boolean; texts: number }[];
  retired: number;
  lost: number;
}

/** What is done with the keys of the service on this machine. */
export interface KeyKeeper {
  list(): Promise<KeyStatus>;
  rotate(operator: string, onRow: (rows: number) => void): Promise<KeyStatus>;
  reseal(operator: string, onRow: (rows: number) => void): Promise<KeyStatus>;
  /** @returns the new text of the setting, where the keys are one */
  retire(id: string): Promise<string | null>;
}

export const keysCommand = (keeper: () => KeyKeeper): LocalCommand => ({
  usage: '[rotate | reseal | retire KEY]',
  summary:
    'List the keys that encrypt stored secrets, and how many each is needed for; rotate makes a new one and seals everything with it, reseal goes on after an interruption, retire takes one away that nothing needs',
  takes: [0, 2],
  async run(given) {
    const [verb, id] = given.arguments;
    const operator = given.options.operator ?? userInfo().username;
    const own = keeper();
    const onRow = (rows: number) => {
      if (process.stderr.isTTY) given.output.progress('sealed anew', rows, rows);
    };
    if ((verb === 'retire') !== (id !== undefined))
      throw new UsageError(
        verb === 'retire' ? 'Name the key to retire.' : `"${id}" is one argument too many.`,
      );
    switch (verb) {
      case undefined:
        return show(given, await own.list());
      case 'rotate':
        return show(given, await own.rotate(operator, onRow));
      case 'reseal':
        return show(given, await own.reseal(operator, onRow));
      case 'retire':
        return told(given, id!, await own.retire(id!));
      default:
        throw new UsageError(`"${verb}" is not known here.`);
    }
  },
});

type Given = Omit<Invocation, 'client'>;

/** @returns 1 where texts are left that need another key than the one that seals */
function show(given: Given, status: KeyStatus): 0 | 1 {
  const { keys, retired, lost } = status;
  const isDone = lost === 0 && keys.every(({ seals, texts }) => seals || texts === 0);
  given.output.settle();
  print(given, status, () => [
    ...table(
      ['key', 'does', 'texts'],
      keys.map(({ id, seals, texts }) => [id, seals ? 'seals' : 'opens', texts]),
    ),
    ...(retired > 0 ? [`${retired} retired, which verify seals and heads of the log.`] : []),
    ...(lost > 0 ? [`${lost} texts are sealed with a key that is not here.`] : []),
    ...(isDone ? [] : ['Run `showreel admin keys reseal`.']),
  ]);
  return isDone ? 0 : 1;
}

function told(given: Given, id: string, setting: string | null): 0 {
  print(given, { retired: id, setting }, () => [
    `Key ${id} is retired. Whoever has been signed in since before it was replaced is signed out.`,
    ...(setting === null
      ? []
      : ['Set SHOWREEL_SECRET_KEYS on all machines to this, and restart them:', setting]),
  ]);
  return 0;
}

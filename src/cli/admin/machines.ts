import { type Command, print } from './command.ts';

export const machines: Command = {
  usage: '',
  summary:
    'Show how each machine with a worker confines browser and ffmpeg, as found at its last start; exits with 1 where something is off',
  takes: [0, 0],
  async run(given) {
    const found = await given.client.machines.list.query();
    print(given, found, () =>
      found.length === 0
        ? ['No worker has started yet.']
        : found.flatMap(({ host, examinedAt, isolation }) => [
            `${host}, ${examinedAt}`,
            ...isolation.flatMap(({ part, state, off }) => [
              `  ${part}: ${state}`,
              ...off.map((what) => `    OFF: ${what}`),
            ]),
          ]),
    );
    return found.some(({ isolation }) => isolation.some(({ off }) => off.length > 0)) ? 1 : 0;
  },
};

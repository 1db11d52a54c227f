import { readFile } from 'node:fs/promises';
import { type LocalCommand, print, UsageError } from './command.ts';
import { type KeyKeeper, keysCommand } from './keys.ts';

/** What is done on the machine of the service, with its settings, and not through its admin. */
export interface Keeper {
  /** The passphrase of the settings; null where there is none. */
  passphrase: string | null;
  backUp(
    path: string,
    passphrase: string | null,
    onObject: (count: number) => void,
  ): Promise<{ sizeBytes: number; events: number; objects: number; goneMeanwhile: number }>;
  restore(
    path: string,
    passphrase: string | null,
  ): Promise<{ events: number; findings: string[]; differing: string[] }>;
  copyMedia(
    to: 'bucket' | 'folder',
    onObject: (count: number) => void,
  ): Promise<{ from: string; to: string; copied: number; copiedBytes: number; same: number; gone: number }>;
  keys: KeyKeeper;
}

const options = ['passphrase-file'] as const;

export const localCommands = (keeper: () => Keeper): Record<string, LocalCommand> => ({
  keys: keysCommand(() => keeper().keys),
  'copy-media': copyMedia(keeper),
  backup: {
    usage: 'FILE [--passphrase-file FILE]',
    summary:
      'Back the service of these settings up as one archive, while it runs: database, media, keys, seals; encrypted where there is a passphrase',
    takes: [1, 1],
    options,
    async run(given) {
      const [path] = given.arguments;
      const own = keeper();
      const passphrase = await passphraseOf(given.options, own);
      const tell = (count: number) => {
        if (process.stderr.isTTY) given.output.progress('objects', count, count);
      };
      const made = await own.backUp(path!, passphrase, tell);
      given.output.settle();
      print(given, { file: path, encrypted: passphrase !== null, ...made }, () => [
        `${path}: ${number(made.sizeBytes)} bytes, ${number(made.events)} events, ${number(made.objects)} objects of media.`,
        ...(made.goneMeanwhile > 0 ? [`${number(made.goneMeanwhile)} objects were deleted meanwhile.`] : []),
        passphrase === null
          ? 'It is not encrypted, and holds the keys that open every stored secret: keep it as you keep those. SHOWREEL_BACKUP_PASSPHRASE encrypts it.'
          : 'It is encrypted with the passphrase, and nobody can read it without.',
      ]);
      return 0;
    },
  },
  restore: {
    usage: 'FILE [--passphrase-file FILE]',
    summary:
      'Restore an archive into an empty data folder and an empty database, audit the log and compare the read models with it',
    takes: [1, 1],
    options,
    async run(given) {
      const own = keeper();
      const proof = await own.restore(given.arguments[0]!, await passphraseOf(given.options, own));
      const { events, findings, differing } = proof;
      const isSound = findings.length + differing.length === 0;
      print(given, proof, () => [
        ...findings,
        ...differing.map((name) => `The read model ${name} is not what the log says.`),
        isSound
          ? `Restored. The audit of ${number(events)} events and the comparison of the read models have found nothing.`
          : `Restored ${number(events)} events. What is above was so when the backup was made.`,
      ]);
      return isSound ? 0 : 1;
    },
  },
});

const copyMedia = (keeper: () => Keeper): LocalCommand => ({
  usage: 'bucket|folder',
  summary:
    'Copy the media of the data folder to the bucket of these settings, or back; it compares contents, may run beside the service, and goes on where it was interrupted',
  takes: [1, 1],
  async run(given) {
    const [to] = given.arguments;
    if (to !== 'bucket' && to !== 'folder')
      throw new UsageError(
        `expected bucket or folder, which says where to copy to; ${JSON.stringify(to)} came.`,
      );
    const tell = (count: number) => {
      if (process.stderr.isTTY) given.output.progress('objects', count, count);
    };
    const done = await keeper().copyMedia(to, tell);
    given.output.settle();
    print(given, done, () => [
      `${done.from} → ${done.to}: ${number(done.copied)} objects copied (${number(done.copiedBytes)} bytes) and read back, ${number(done.same)} were there already.`,
      ...(done.gone > 0 ? [`${number(done.gone)} objects were deleted meanwhile.`] : []),
    ]);
    return 0;
  },
});

const leastPassphrase = 12;

async function passphraseOf(
  given: Readonly<Record<string, string | undefined>>,
  own: Keeper,
): Promise<string | null> {
  const file = given['passphrase-file'];
  if (file === undefined) return own.passphrase;
  const [passphrase = ''] = (await readFile(file, 'utf8')).split('\n');
  if (passphrase.length < leastPassphrase)
    throw new UsageError(
      `--passphrase-file: the first line of ${file} must have ${leastPassphrase} characters or more; it has ${passphrase.length}.`,
    );
  return passphrase;
}

const number = (value: number) => value.toLocaleString('en');

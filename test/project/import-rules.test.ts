import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCircles } from '../../scripts/import-rules/circles.ts';
import { findForbidden } from '../../scripts/import-rules/lists.ts';
import { isModule } from '../../scripts/import-rules/room.ts';
import { importsOf, readTree } from '../../scripts/import-rules/tree.ts';

const tree = readTree('.');
const lists = [...tree.lists.keys()];

/** What the check says of a file at `path` that imports only `to`, which is a module or a file that exists. */
function faultsOf(path: string, to: string): string[] {
  expect(isModule(to) || tree.files.has(to), `${to} exists`).toBe(true);
  const source = isModule(to) ? `import '${to.replace('npm:', '')}';` : importLine(path, to);
  const files = new Map([[path, importsOf(path, source)]]);
  return findForbidden({ files, lists: tree.lists }).filter((fault) => fault.startsWith(`${path}:`));
}

/** The line with which the file `from` imports the file `to`. */
function importLine(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return `import '${path.startsWith('.') ? path : `./${path}`}';`;
}

/** The circles that the repository would have with these files. The files are not written. */
function circlesWith(sources: Record<string, string>): string {
  const files = new Map(tree.files);
  for (const [path, source] of Object.entries(sources)) files.set(path, importsOf(path, source));
  return findCircles({ files, lists: tree.lists }).join('\n');
}

describe('every room', () => {
  /** The folders directly below `src`, each with one of its files. */
  const rooms = new Map(
    [...tree.files.keys()]
      .filter((path) => /^src\/[^/]+\//.test(path))
      .map((path) => [path.split('/')[1]!, path]),
  );

  test.each(lists)('what %s does not mention is forbidden', (list) => {
    const path = list.replace('IMPORTS', 'planted.ts');
    const targets = strangersOf(list);
    expect(targets).not.toEqual([]);
    for (const target of targets) {
      expect(faultsOf(path, target)).toEqual([
        `${path}:1 imports ${posix.relative(path.split('/')[0]!, target)}, which ${list} does not list.`,
      ]);
    }
  });

  /** One file of each room that the list does not mention. */
  function strangersOf(list: string): string[] {
    if (list === 'examples/IMPORTS') return [...rooms.values()];
    if (!list.startsWith('src/')) return ['examples/signed-embeds/sign.ts'];
    return [...rooms]
      .filter(([room]) => !list.startsWith(`src/${room}/`) && !tree.lists.get(list)!.includes(`${room}/`))
      .map(([, file]) => file);
  }

  test.each(lists.filter((list) => list.startsWith('src/')))(
    '%s lists no test, script or example',
    (list) => {
      const path = list.replace('IMPORTS', 'planted.ts');
      for (const target of ['test/support/site.ts', 'scripts/bench.ts', 'examples/signed-embeds/sign.ts'])
        expect(faultsOf(path, target)).toHaveLength(1);
    },
  );

  test.each(lists)('below %s, two files or two folders in a circle are found', (list) => {
    const folder = posix.dirname(list);
    const [a, b] = [`${folder}/planted-a.ts`, `${folder}/planted-b.ts`];
    const [left, right] = [`${folder}/planted-left/`, `${folder}/planted-right/`];
    const circles = circlesWith({
      [a]: importLine(a, b),
      [b]: importLine(b, a),
      [`${left}a.ts`]: importLine(`${left}a.ts`, `${right}a.ts`),
      [`${right}a.ts`]: '',
      [`${right}b.ts`]: importLine(`${right}b.ts`, `${left}b.ts`),
      [`${left}b.ts`]: '',
    });
    expect(circles).toContain(`${a} → ${b} → ${a} is a circle:`);
    expect(circles).toContain(`${left} → ${right} → ${left} is a circle:`);
    expect(circles).not.toContain(`${left}a.ts →`);
  });

  test.each([...rooms])('src/%s must have a list', (room, file) => {
    const others = new Map([...tree.lists].filter(([path]) => path !== `src/${room}/IMPORTS`));
    expect(findForbidden({ files: new Map([[file, []]]), lists: others })).toContain(
      `src/${room} has no IMPORTS file that says what it may import.`,
    );
  });

  test.each(lists)('%s may not list what nothing imports, nor what does not exist', (list) => {
    const unused =
      list === 'src/IMPORTS' ? 'store/index.ts' : posix.relative(list.split('/')[0]!, 'src/main.ts');
    const text = `${unused}\nno/such/file.ts\nno-such-folder/\nnpm:no-such-package\n${tree.lists.get(list)}`;
    const faults = findForbidden({ ...tree, lists: new Map([...tree.lists, [list, text]]) });
    expect(faults).toEqual(
      expect.arrayContaining([
        `${list}:1 lists ${unused}, which nothing here imports.`,
        `${list}:2 lists no/such/file.ts, which does not exist.`,
        `${list}:3 lists no-such-folder/, which does not exist.`,
        `${list}:4 lists npm:no-such-package, which nothing here imports.`,
      ]),
    );
  });
});

const forbidden = [
  ['store', 'domain/demos/events.ts'],
  ['store', 'config.ts'],
  ['store', 'auth/index.ts'],
  ['recorder', 'store/types.ts'],
  ['recorder', 'media/index.ts'],
  ['recorder', 'planner/index.ts'],
  ['recorder/contract', 'recorder/index.ts'],
  ['recorder/contract', 'npm:puppeteer-core'],
  ['recorder/guard', 'recorder/browser/index.ts'],
  ['recorder/browser', 'recorder/drive/index.ts'],
  ['recorder/drive', 'recorder/compose/index.ts'],
  ['recorder/compose', 'recorder/browser/index.ts'],
  ['recorder/encode', 'recorder/compose/index.ts'],
  ['planner', 'store/types.ts'],
  ['planner', 'recorder/index.ts'],
  ['planner/language', 'planner/page/view.ts'],
  ['media', 'api/app.ts'],
  ['media', 'probe/index.ts'],
  ['probe', 'media/index.ts'],
  ['probe', 'config.ts'],
  ['pictures', 'media/index.ts'],
  ['pictures', 'domain/services.ts'],
  ['database', 'domain/services.ts'],
  ['domain', 'probe/index.ts'],
  ['domain', 'worker/index.ts'],
  ['domain', 'api/app.ts'],
  ['domain', 'admin/client.ts'],
  ['domain', 'payment/stripe.ts'],
  ['domain', 'auth/index.ts'],
  ['worker', 'api/app.ts'],
  ['worker', 'payment/stripe.ts'],
  ['worker', 'auth/index.ts'],
  ['worker/film', 'recorder/drive/index.ts'],
  ['worker/film', 'worker/queue/tasks.ts'],
  ['worker/film', 'planner/page/page-client.ts'],
  ['worker/queue', 'worker/demo/generate.ts'],
  ['worker/queue', 'domain/services.ts'],
  ['worker/chores', 'worker/film/film.ts'],
  ['api', 'worker/index.ts'],
  ['api', 'admin/router.ts'],
  ['api', 'payment/stripe.ts'],
  ['admin', 'api/app.ts'],
  ['admin', 'worker/index.ts'],
  ['cli', 'admin/client.ts'],
  ['cli', 'config.ts'],
  ['cli/admin', 'admin/router.ts'],
  ['cli', 'store/index.ts'],
  ['payment', 'store/types.ts'],
  ['payment', 'domain/credits/decide.ts'],
  ['auth', 'domain/services.ts'],
  ['auth', 'api/app.ts'],
  ['changes', 'recorder/index.ts'],
  ['changes', 'node:fs'],
  ['client', 'errors.ts'],
  ['client', 'node:fs'],
  ['domain', 'recorder/index.ts'],
  ['domain', 'npm:stripe'],
  ['domain', 'npm:@trpc/server'],
  ['api', 'npm:puppeteer-core'],
] as const;

test.each(forbidden)('%s may not import %s', (room, target) => {
  expect(faultsOf(`src/${room}/planted/planted.ts`, below(target))).toEqual([
    `src/${room}/planted/planted.ts:1 imports ${target}, which src/${room}/IMPORTS does not list.`,
  ]);
});

const allowed = [
  ['store/planted.ts', 'errors.ts'],
  ['planner/planted.ts', 'recorder/contract/script.ts'],
  ['domain/demos/planted.ts', 'store/types.ts'],
  ['domain/demos/router.ts', 'domain/procedure.ts'],
  ['domain/demos/decide.ts', 'domain/demos/events.ts'],
  ['domain/demos/decide.ts', 'store/types.ts'],
  ['worker/demo/planted.ts', 'domain/index.ts'],
  ['worker/chores/planted.ts', 'probe/index.ts'],
  ['probe/planted.ts', 'errors.ts'],
  ['admin/planted.ts', 'domain/index.ts'],
  ['cli/admin/planted.ts', 'admin/client.ts'],
  ['payment/planted.ts', 'domain/payment.ts'],
  ['payment/planted.ts', 'errors.ts'],
  ['store/planted.ts', 'store/index.ts'],
  ['store/planted.ts', 'node:crypto'],
] as const;

test.each(allowed)('%s may import %s', (path, target) => {
  expect(faultsOf(`src/${path}`, below(target))).toEqual([]);
});

describe.each(['events.ts', 'decide.ts', 'state.ts'])('in every slice, also in a new one, %s', (name) => {
  test.each([
    'npm:postgres',
    'npm:graphile-worker',
    'npm:fastify',
    'npm:@trpc/server',
    'node:crypto',
    'clock.ts',
    'ids.ts',
    'log.ts',
    'secrets.ts',
    'store/index.ts',
    'domain/services.ts',
    'domain/demos/create.ts',
  ])('may not import %s', (target) => {
    expect(faultsOf(`src/domain/planted/${name}`, below(target))).toEqual([
      `src/domain/planted/${name}:1 imports ${target}, which src/domain/IMPORTS does not list for */${name}.`,
    ]);
  });
});

/** The target as it is where it is a module; otherwise it is a path below `src`, and this is its path in the repository. */
function below(target: string): string {
  return isModule(target) ? target : `src/${target}`;
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findCircles } from '../../scripts/import-rules/circles.ts';
import { findForbidden } from '../../scripts/import-rules/lists.ts';
import { importsOf, type SourceTree } from '../../scripts/import-rules/tree.ts';

/** A repository of these files, by their paths. */
function house(sources: Record<string, string>): SourceTree {
  const tree: SourceTree = { files: new Map(), lists: new Map([['src/IMPORTS', '']]) };
  for (const [path, text] of Object.entries(sources)) {
    if (path.endsWith('IMPORTS')) tree.lists.set(path, text);
    else tree.files.set(path, importsOf(path, text));
  }
  return tree;
}

test.each([
  ["import { a } from './other.ts';", 'src/room/other.ts'],
  ["import type { A } from '../other.ts';", 'src/other.ts'],
  ["import './other.ts';", 'src/room/other.ts'],
  ["export * from './other.ts';", 'src/room/other.ts'],
  ["export type { A, B } from './other.ts';", 'src/room/other.ts'],
  ["const { a } = await import('./other.ts');", 'src/room/other.ts'],
  ["let a: import('./other.ts').A;", 'src/room/other.ts'],
  ["type A = ReturnType<typeof import('./other.ts')['a']>;", 'src/room/other.ts'],
  ["new Worker(new URL('./worker.ts', import.meta.url));", 'src/room/worker.ts'],
  ["import settings from '../../package.json' with { type: 'json' };", 'package.json'],
  ["import { z } from 'zod';", 'npm:zod'],
  ["import { initTRPC } from '@trpc/server/adapters/standalone';", 'npm:@trpc/server'],
  ["import { join } from 'node:path/posix';", 'node:path/posix'],
])('%s is an import of %s', (source, to) => {
  expect(importsOf('src/room/file.ts', `// one line before\nconst tick = /\`/;\n${source}\n`)).toEqual([
    { to, line: 3 },
  ]);
});

test.each([
  "// import './other.ts';",
  "const text = `import './other.ts';`;",
  "const page = new URL('./page.html', import.meta.url);",
  "const site = new URL('./other.ts', 'https://example.com');",
])('%s imports nothing', (source) => {
  expect(importsOf('src/room/file.ts', source)).toEqual([]);
});

test('only the nearest list counts, and a folder with a list of its own is another room', () => {
  const faults = findForbidden(
    house({
      'src/a/IMPORTS': 'b.ts',
      'src/a/file.ts': "import '../b.ts';\nimport './inner/file.ts';",
      'src/a/inner/IMPORTS': '',
      'src/a/inner/file.ts': "import '../../b.ts';\nimport '../file.ts';",
      'src/b.ts': '',
    }),
  );
  expect(faults).toEqual([
    'src/a/file.ts:2 imports a/inner/file.ts, which src/a/IMPORTS does not list.',
    'src/a/inner/file.ts:1 imports b.ts, which src/a/inner/IMPORTS does not list.',
    'src/a/inner/file.ts:2 imports a/file.ts, which src/a/inner/IMPORTS does not list.',
  ]);
});

test('a folder is listed with a slash, and stands for everything below it', () => {
  const sources = {
    'src/a/file.ts': "import '../b/deep/er.ts';",
    'src/b/deep/er.ts': '',
    'src/b/IMPORTS': '',
  };
  expect(findForbidden(house({ ...sources, 'src/a/IMPORTS': 'b/ # all of it' }))).toEqual([]);
  expect(findForbidden(house({ ...sources, 'src/a/IMPORTS': 'b/deep' }))).toEqual([
    'src/a/file.ts:1 imports b/deep/er.ts, which src/a/IMPORTS does not list.',
    'src/a/IMPORTS:1 lists b/deep, which does not exist.',
  ]);
});

test('the files under a heading are a room of their own', () => {
  const faults = findForbidden(
    house({
      'src/a/IMPORTS': 'b.ts\nnpm:zod\n\n[*/pure.ts]\n[facts.ts]\nnpm:zod\n\n[gone.ts]',
      'src/a/facts.ts': "import 'zod';",
      'src/a/one/pure.ts':
        "import '../facts.ts';\nimport '../two/pure.ts';\nimport './impure.ts';\nimport '../../b.ts';",
      'src/a/one/impure.ts': "import './pure.ts';\nimport '../../b.ts';\nimport 'zod';",
      'src/a/two/pure.ts': '',
      'src/b.ts': '',
    }),
  );
  expect(faults).toEqual([
    'src/a/one/pure.ts:3 imports a/one/impure.ts, which src/a/IMPORTS does not list for */pure.ts.',
    'src/a/one/pure.ts:4 imports b.ts, which src/a/IMPORTS does not list for */pure.ts.',
    'src/a/IMPORTS has rules for gone.ts, which does not exist.',
  ]);
});

test('a line that another line makes superfluous is a fault', () => {
  const faults = findForbidden(
    house({
      'src/a/IMPORTS': 'b/\nb/index.ts',
      'src/a/file.ts': "import '../b/index.ts';",
      'src/b/index.ts': '',
      'src/b/IMPORTS': '',
    }),
  );
  expect(faults).toEqual(['src/a/IMPORTS:2 lists b/index.ts, which nothing here imports.']);
});

test('a circle is reported with the imports of which it consists, types and lazy imports too', () => {
  const files = {
    'src/a/one.ts': "import type { Two } from './two.ts';",
    'src/a/two.ts': "\nconst three = () => import('./three.ts');",
    'src/a/three.ts': "\n\nlet one: import('./one.ts').One;",
    'src/a/four.ts': "import './one.ts';",
  };
  expect(findCircles(house(files))).toEqual([
    `src/a/one.ts → src/a/two.ts → src/a/three.ts → src/a/one.ts is a circle:
  src/a/one.ts:1 imports a/two.ts
  src/a/two.ts:2 imports a/three.ts
  src/a/three.ts:3 imports a/one.ts`,
  ]);
});

test('a folder imports whatever files below it import, and can be in a circle with a file', () => {
  const files = {
    'src/a/index.ts': "import './parts/deep/one.ts';",
    'src/a/parts/deep/one.ts': '',
    'src/a/parts/two.ts': "import '../index.ts';",
    'src/a/parts/three.ts': "import '../index.ts';",
  };
  expect(findCircles(house(files))).toEqual([
    `src/a/index.ts → src/a/parts/ → src/a/index.ts is a circle:
  src/a/index.ts:1 imports a/parts/deep/one.ts
  src/a/parts/two.ts:1 imports a/index.ts (and 1 more)`,
  ]);
});

test('all circles are reported, the shortest first', () => {
  const files = {
    'src/a/1.ts': "import './2.ts';\nimport './3.ts';",
    'src/a/2.ts': "import './3.ts';",
    'src/a/3.ts': "import './1.ts';\nimport './4.ts';",
    'src/a/4.ts': "import './2.ts';",
    'src/a/5.ts': "import './5.ts';",
  };
  expect(findCircles(house(files)).map((circle) => circle.split('\n')[0])).toEqual([
    'src/a/5.ts → src/a/5.ts is a circle:',
    'src/a/1.ts → src/a/3.ts → src/a/1.ts is a circle:',
    'src/a/2.ts → src/a/3.ts → src/a/4.ts → src/a/2.ts is a circle:',
  ]);
});

test('the program says what is wrong and fails, and is silent where nothing is', async () => {
  const root = await mkdtemp(join(tmpdir(), 'imports-'));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const check = () =>
    promisify(execFile)('node', ['scripts/check-imports.ts', root]).catch(
      (error: { code: number; stderr: string }) => error,
    );
  try {
    await write('src/IMPORTS', '');
    await write('src/a/IMPORTS', '# nothing\n');
    await write('src/a/file.ts', 'export const a = 1;\n');
    await write('test/fixtures/sites/shop.js', "import '../../../src/a/file.ts';\n");
    expect(await check()).toMatchObject({ stdout: '', stderr: '' });
    await write('src/b/file.ts', "import '../a/file.ts';\n");
    await write('src/a/file.ts', "import '../b/file.ts';\n");
    expect(await check()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^src\/b has no IMPORTS file [^\n]+\nsrc\/a\/file.ts:1 imports b\/file.ts, which src\/a\/IMPORTS does not list\.\n/,
      ),
    });
  } finally {
    await rm(root, { recursive: true });
  }
});

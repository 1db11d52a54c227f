/**
 * The packages that others install, without a tool for many packages. Libraries are compiled JavaScript with types, as ES
 * modules and as CommonJS: TypeScript compiles the same sources twice, each time beside a `package.json` that says which modules
 * they are. The program `showreel` is compiled once.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

interface InstalledPackage {
  name: string;
  /** The folder of its sources, all of which belong to it. */
  source: string;
  /** Where several packages have one folder: the file that this one is, with what that file imports. Its README has the same name. */
  entry?: string;
  description: string;
  keywords: string[];
  /** Out of the dependencies of this repository. */
  dependencies: string[];
  /** Which the program that installs it has already. */
  peerDependencies?: Record<string, string>;
}

export const installedPackages: InstalledPackage[] = [
  {
    name: '@showreel/client',
    source: 'src/client',
    description: 'The typed client of the Showreel API, for Node and browsers.',
    keywords: ['showreel', 'demo video', 'api client'],
    dependencies: ['openapi-fetch'],
  },
  {
    name: '@showreel/signing',
    source: 'src/signing',
    description: 'Signs the addresses of Showreel embeds on a server.',
    keywords: ['showreel', 'signed embed'],
    dependencies: [],
  },
  {
    name: '@showreel/element',
    source: 'src/components',
    entry: 'element',
    description: 'Shows a Showreel demo on a page, as a custom element.',
    keywords: ['showreel', 'demo video', 'web component'],
    dependencies: [],
  },
  {
    name: '@showreel/react',
    source: 'src/components',
    entry: 'react',
    description: 'Shows a Showreel demo on a page, as a React component.',
    keywords: ['showreel', 'demo video', 'react'],
    dependencies: [],
    peerDependencies: { react: '>=18' },
  },
];

/**
 * The command line, for `npx showreel`. Its folder also has what only the repository can do; the compiler takes what the entry
 * imports. Bundling it would have spared the dependencies, and hidden their versions and licences from those who install it.
 */
export const installedProgram = {
  name: 'showreel',
  source: 'src/cli',
  entry: 'bin.ts',
  description: 'Makes demo videos of web pages: the command line of Showreel.',
  keywords: ['showreel', 'demo video', 'cli', 'mcp'],
  dependencies: [
    '@bomb.sh/tab',
    '@clack/prompts',
    '@modelcontextprotocol/sdk',
    'cli-progress',
    'commander',
    'env-paths',
    'fast-xml-parser',
    'jpeg-js',
    'open',
    'standardwebhooks',
    'supports-terminal-graphics',
    'yaml',
    'zod',
  ],
};

const formats = { esm: 'module', cjs: 'commonjs' } as const;

/**
 * Writes the folder of each package, ready for `npm pack`.
 * @param to inside this repository, so that the compiler finds the dependencies
 * @returns the folders, in the order of `installedPackages`, then that of the program
 */
export async function buildPackages(to: string): Promise<string[]> {
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as OwnManifest;
  const folders: string[] = [];
  for (const one of installedPackages) {
    const folder = join(to, one.name.split('/')[1]!);
    await rm(folder, { recursive: true, force: true });
    await Promise.all(Object.keys(formats).map((format) => compile(one, join(folder, format), format)));
    await writeJson(join(folder, 'package.json'), manifestOf(one, own));
    await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    await cp(join(root, one.source, `${one.entry ?? 'README'}.md`), join(folder, 'README.md'));
    folders.push(folder);
  }
  return [...folders, await buildProgram(to, own)];
}

async function buildProgram(to: string, own: OwnManifest): Promise<string> {
  const { name, source, entry, description, keywords, dependencies } = installedProgram;
  const folder = join(to, 'showreel');
  await rm(folder, { recursive: true, force: true });
  const copied = join(folder, 'source');
  await cp(join(root, source), copied, { recursive: true });
  await nameTheClient(copied);
  // The compiler finds the client where the package will have it.
  const linked = join(folder, 'node_modules/@showreel');
  await mkdir(linked, { recursive: true });
  await symlink(join(to, 'client'), join(linked, 'client'));
  await writeJson(join(folder, 'package.json'), {
    name,
    version: own.version,
    description,
    keywords,
    license: own.license,
    type: 'module',
    engines: { node: '>=20.12' },
    bin: { showreel: './dist/bin.js' },
    files: ['dist'],
    dependencies: { '@showreel/client': own.version, ...versionsOf(dependencies, own) },
  });
  await runCompiler(source, [
    ...['--outDir', join(folder, 'dist'), '--rootDir', copied, '--module', 'nodenext', '--target', 'es2022'],
    ...['--lib', 'es2024,dom,dom.iterable', '--types', 'node', '--strict', '--skipLibCheck'],
    ...['--rewriteRelativeImportExtensions', join(copied, entry)],
  ]);
  for (const used of [copied, join(folder, 'node_modules')]) await rm(used, { recursive: true });
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await cp(join(root, source, 'README.md'), join(folder, 'README.md'));
  return folder;
}

/** In the repository the program imports the client by its path, elsewhere by its name. */
async function nameTheClient(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !file.name.endsWith('.ts')) continue;
    const path = join(file.parentPath, file.name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/'(?:\.\.\/)+client\/index\.ts'/g, "'@showreel/client'"));
  }
}

const versionsOf = (names: readonly string[], own: OwnManifest) =>
  Object.fromEntries(names.map((name) => [name, own.dependencies[name]]));

interface OwnManifest {
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

function manifestOf(one: InstalledPackage, own: OwnManifest) {
  const { name, description, keywords, entry = 'index', dependencies, peerDependencies } = one;
  const of = (format: string) => ({ types: `./${format}/${entry}.d.ts`, default: `./${format}/${entry}.js` });
  return {
    name,
    version: own.version,
    description,
    keywords,
    license: own.license,
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { import: of('esm'), require: of('cjs') } },
    // Tools that do not read `exports`.
    main: `./cjs/${entry}.js`,
    types: `./cjs/${entry}.d.ts`,
    dependencies: versionsOf(dependencies, own),
    ...(peerDependencies && { peerDependencies }),
  };
}

async function compile({ source, entry }: InstalledPackage, to: string, format: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await writeJson(join(to, 'package.json'), { type: formats[format as keyof typeof formats] });
  const copied = join(to, 'source');
  await cp(join(root, source), copied, { recursive: true });
  const sources = (await readdir(copied)).filter((file) => /(?<!\.d)\.[jt]s$/.test(file));
  const files = entry ? [join(copied, `${entry}.ts`)] : sources.map((file) => join(copied, file));
  // Node 20 and every browser of its age know ES2022. Without `@types/node`, a built-in of Node is an error in the client.
  const usesNode = (await readFile(join(root, source, 'IMPORTS'), 'utf8')).includes('node:');
  await runCompiler(source, [
    ...['--outDir', to, '--rootDir', copied, '--module', 'nodenext', '--target', 'es2022'],
    ...['--lib', 'es2022,dom,dom.iterable', '--types', usesNode ? 'node' : '', '--strict', '--skipLibCheck'],
    ...[
      '--declaration',
      '--rewriteRelativeImportExtensions',
      '--allowJs',
      '--verbatimModuleSyntax',
      'false',
      ...files,
    ],
  ]);
  // The compiler leaves the names of the sources in the types.
  for (const file of (await readdir(to)).filter((name) => name.endsWith('.d.ts'))) {
    const types = await readFile(join(to, file), 'utf8');
    await writeFile(join(to, file), types.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
  // The types that are written by hand say more than those that the compiler reads out of plain JavaScript.
  for (const types of (await readdir(copied)).filter((file) => file.endsWith('.d.ts')))
    await cp(join(copied, types), join(to, types));
  await rm(copied, { recursive: true });
}

async function runCompiler(source: string, options: readonly string[]): Promise<void> {
  await run(join(root, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...options]).catch(
    (fault: { stdout?: string }) => {
      throw new Error(`${source} does not compile: ${fault.stdout}`, { cause: fault });
    },
  );
}

const writeJson = (path: string, value: object) => writeFile(path, `${JSON.stringify(value, null, 2)}\n`);

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** The folders whose imports are checked. The files beside them are settings of tools. */
const folders = ['src', 'test', 'scripts', 'examples'];

/** The sites that tests open are not code of ours. */
const leftOut = 'test/fixtures/';

/** All that the check judges. Every path is relative to the root of the repository. */
export interface SourceTree {
  /** What each file imports. */
  files: Map<string, Import[]>;
  /** The text of each `IMPORTS` file. */
  lists: Map<string, string>;
}

export interface Import {
  /** The path of a file, `npm:<package>` or `node:<module>`. */
  to: string;
  line: number;
}

export function readTree(root: string): SourceTree {
  const tree: SourceTree = { files: new Map(), lists: new Map() };
  for (const path of folders.flatMap((folder) => pathsBelow(root, folder))) {
    const read = () => readFileSync(join(root, path), 'utf8');
    if (posix.basename(path) === 'IMPORTS') tree.lists.set(path, read());
    else if (isSource(path)) tree.files.set(path, importsOf(path, read()));
  }
  return tree;
}

function pathsBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path))
    .filter((path) => !path.startsWith(leftOut))
    .sort();
}

const isSource = (path: string) => /\.[cm]?[jt]sx?$/.test(path);

/**
 * What a file imports. Types count too, and so does `new URL('./file.ts', import.meta.url)`, with which worker threads are
 * started. What `createRequire` loads while the program runs is not seen. The parser is native code; the TypeScript
 * compiler needs six times as long, 1.4 s.
 */
export function importsOf(path: string, text: string): Import[] {
  const parsed = parseSync(path, text);
  const found = new Map<number, string>();
  for (const { moduleRequest } of parsed.module.staticImports)
    found.set(moduleRequest.start, moduleRequest.value);
  for (const { moduleRequest } of parsed.module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) found.set(moduleRequest.start, moduleRequest.value);
  }
  // To walk the syntax tree takes most of the time, and few files import anything below their top level.
  if (/\bimport\s*[(.]/.test(text)) {
    const add = (node: { type: string; value?: unknown; start: number } | undefined) => {
      if (node?.type === 'Literal' && typeof node.value === 'string') found.set(node.start, node.value);
    };
    new Visitor({
      ImportExpression: ({ source }) => add(source),
      TSImportType: ({ source }) => add(source),
      NewExpression: ({ callee, arguments: [first] }) => {
        const isFile = first?.type === 'Literal' && isSource(String(first.value));
        if (isFile && callee.type === 'Identifier' && callee.name === 'URL') add(first);
      },
    }).visit(parsed.program);
  }
  return [...found].map(([at, specifier]) => ({ to: target(path, specifier), line: lineOf(text, at) }));
}

function target(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  if (specifier.startsWith('node:')) return specifier;
  const parts = specifier.split('/');
  return `npm:${parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')}`;
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;

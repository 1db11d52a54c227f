import { posix } from 'node:path';

/** The files that one `IMPORTS` file governs: those of its folder, and of the folders below that have no such file. */
export interface Room {
  /** The path of the `IMPORTS` file. */
  list: string;
  /** The first section holds for all files that no heading names. */
  sections: readonly [Section, ...Section[]];
}

export interface Section {
  /** The files that the heading names. */
  members: Pattern[];
  /** What they may import. */
  lines: Line[];
}

export interface Line extends Pattern {
  number: number;
}

interface Pattern {
  text: string;
  matches(path: string): boolean;
}

/** @param list the path of the `IMPORTS` file */
export function readRoom(list: string, text: string): Room {
  const sections: [Section, ...Section[]] = [{ members: [], lines: [] }];
  let headingAt = -1;
  for (const [at, line] of text.split('\n').entries()) {
    const rule = line.replace(/#.*/, '').trim();
    const heading = /^\[(.*)\]$/.exec(rule)?.[1];
    if (heading !== undefined) {
      // Headings on lines that follow each other are one heading.
      if (headingAt !== at - 1) sections.push({ members: [], lines: [] });
      headingAt = at;
      sections
        .at(-1)!
        .members.push(...heading.split(/\s+/).map((name) => pattern(posix.dirname(list), name)));
    } else if (rule !== '')
      sections.at(-1)!.lines.push({ ...pattern(topFolder(list), rule), number: at + 1 });
  }
  return { list, sections };
}

/** The section that a file of the room falls under. */
export function sectionOf(room: Room, path: string): Section {
  const named = room.sections.find(({ members }) => members.some(({ matches }) => matches(path)));
  return named ?? room.sections[0];
}

/** A path as the `IMPORTS` file at `list` writes it: in `src/store/IMPORTS`, `src/errors.ts` is written `errors.ts`. */
export const asWritten = (list: string, path: string) =>
  isModule(path) ? path : posix.relative(topFolder(list), path);

/** Whether the name is that of a package or of a module of Node, and not a path. */
export const isModule = (name: string) => /^(npm|node):/.test(name);

const topFolder = (path: string) => path.split('/', 1)[0]!;

/** A star stands for any one name. A folder, which ends in a slash, stands for everything below it. */
function pattern(folder: string, text: string): Pattern {
  const path = isModule(text) ? text : posix.join(folder, text);
  const source = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', isModule(text) ? '.*' : '[^/]*');
  const expression = new RegExp(`^${source}${path.endsWith('/') ? '' : '$'}`);
  return { text, matches: (candidate) => expression.test(candidate) };
}

import { posix } from 'node:path';
import { asWritten, isModule, type Line, type Room, readRoom, type Section, sectionOf } from './room.ts';
import type { SourceTree } from './tree.ts';

/** Finds imports that no list allows, folders without a list, and lines and headings of lists that nothing needs. */
export function findForbidden(tree: SourceTree): string[] {
  const rooms: Rooms = new Map(
    [...tree.lists].map(([list, text]) => [posix.dirname(list), readRoom(list, text)]),
  );
  const used = new Set<Line>();
  const forbidden: string[] = [];
  for (const [path, imports] of tree.files) {
    const room = roomOf(rooms, path);
    if (!room) continue;
    const section = sectionOf(room, path);
    for (const { to, line } of imports) {
      if (isOwn(rooms, room, section, to)) continue;
      const allowing = section.lines.find(({ matches }) => matches(to));
      if (allowing) used.add(allowing);
      else
        forbidden.push(`${path}:${line} imports ${asWritten(room.list, to)}, which ${unlisted(room, path)}.`);
    }
  }
  return [
    ...findMissing(tree),
    ...forbidden,
    ...[...rooms.values()].flatMap((room) => findUntrue(tree, room, used)),
  ];
}

/** The rooms, by the folder in which the list of each lies. */
type Rooms = ReadonlyMap<string, Room>;

/** The room of a file. Of the lists above the file, only the nearest counts. */
function roomOf(rooms: Rooms, path: string): Room | undefined {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    const room = rooms.get(folder);
    if (room) return room;
  }
  return undefined;
}

/** Whether the imported file belongs to the same room and so needs no line. Files under a heading are a room by themselves. */
function isOwn(rooms: Rooms, room: Room, section: Section, to: string): boolean {
  return roomOf(rooms, to) === room && (section === room.sections[0] || sectionOf(room, to) === section);
}

function unlisted(room: Room, path: string): string {
  const member = sectionOf(room, path).members.find(({ matches }) => matches(path));
  return `${room.list} does not list${member ? ` for ${member.text}` : ''}`;
}

/** Every top folder needs a list, and so does every folder directly below `src`. */
function findMissing({ files, lists }: SourceTree): string[] {
  const folders = [...files.keys()].flatMap((path) => {
    const [top, room, ...rest] = path.split('/');
    return top === 'src' && rest.length > 0 ? [top, `${top}/${room}`] : [top!];
  });
  return [...new Set(folders)]
    .filter((folder) => !lists.has(`${folder}/IMPORTS`))
    .map((folder) => `${folder} has no IMPORTS file that says what it may import.`);
}

function findUntrue({ files }: SourceTree, { list, sections }: Room, used: ReadonlySet<Line>): string[] {
  const paths = [...files.keys()];
  const missing = sections
    .flatMap(({ members }) => members)
    .filter(({ matches }) => !paths.some(matches))
    .map(({ text }) => `${list} has rules for ${text}, which does not exist.`);
  const unused = sections
    .flatMap(({ lines }) => lines)
    .filter((line) => !used.has(line))
    .map(({ number, text, matches }) => {
      const exists = isModule(text) || paths.some(matches);
      return `${list}:${number} lists ${text}, which ${exists ? 'nothing here imports' : 'does not exist'}.`;
    });
  return [...missing, ...unused];
}

// Checks which file imports what; `make check` runs it. Each room has an `IMPORTS` file, which governs its folder and the
// folders below that have no such file of their own:
//
//     # A comment.
//     errors.ts                 a file, by its path below src
//     recorder/contract/        a folder: everything below it
//     npm:zod                   a package
//     node:*                    every module of Node
//
//     [facts.ts */events.ts]    a heading: these files of the room are a room by themselves, for which no line above holds
//     errors.ts                 what they may import besides each other
//
// A room imports its own files without a line. A line that nothing needs is a fault, and so is a circle of files or folders.
import { findCircles } from './import-rules/circles.ts';
import { findForbidden } from './import-rules/lists.ts';
import { readTree } from './import-rules/tree.ts';

const tree = readTree(process.argv[2] ?? '.');
const faults = [...findForbidden(tree), ...findCircles(tree)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Rooms whose files film for as long as all others together; those that take longest come first. */
const filming = ['end-to-end/', 'recorder/drive/', 'recorder/'];

/**
 * Films and the rest take turns from the beginning to the end of a run: films wait for browsers and servers half of their
 * time, and what is left of both processors then goes to what computes. The longest films begin first, also where no run
 * before has told how long each takes, so that nobody is left alone with one at the end.
 */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // By group, then by how long each took last time, or its size.
    const sorted = await super.sort(files);
    return Object.values(Object.groupBy(sorted, groupOf)).flatMap((group) => takeTurns(group ?? []));
  }
}

function takeTurns(files: TestSpecification[]): TestSpecification[] {
  const films = filming.flatMap((room) => files.filter((file) => roomOf(file) === room));
  const others = files.filter((file) => roomOf(file) === undefined);
  const placed = [...spread(films), ...spread(others)];
  return placed.sort((a, b) => a.place - b.place).map(({ file }) => file);
}

/** Evenly over the run: the first of three at a sixth of it, the next in its middle. */
const spread = (files: TestSpecification[]) =>
  files.map((file, index) => ({ file, place: (index + 0.5) / files.length }));

const roomOf = ({ moduleId, project }: TestSpecification) =>
  filming.find((room) => relative(project.config.root, moduleId).startsWith(`test/${room}`));

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;

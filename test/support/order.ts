import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in seconds on two idle cores: a fresh clone has no run before to learn it from. */
const longestSec: Record<string, number> = {
  'admin/sealed-log': 12,
  'api/media/direct': 15,
  'api/media/uploads': 11,
  'api/pages/recovery': 12,
  'api/rest/fuzz': 12,
  'cli/admin': 14,
  'dashboard/desk': 27,
  'dashboard/lists': 50,
  'dashboard/look': 15,
  'dashboard/operator': 27,
  'dashboard/pages': 30,
  'dashboard/projects': 37,
  'database/embedded': 14,
  'docs/pages': 20,
  'end-to-end/admin': 18,
  'end-to-end/bucket': 40,
  'end-to-end/cell': 120,
  'end-to-end/cli': 55,
  'end-to-end/dashboard': 54,
  'end-to-end/deadline': 10,
  'end-to-end/demo': 36,
  'end-to-end/emoji': 36,
  'end-to-end/faults': 44,
  'end-to-end/frames': 25,
  'end-to-end/full-disk': 14,
  'end-to-end/goes-on': 24,
  'end-to-end/lease': 75,
  'end-to-end/limits': 30,
  'end-to-end/main': 40,
  'end-to-end/mcp': 22,
  'end-to-end/members': 30,
  'end-to-end/never-ending': 21,
  'end-to-end/nothing-done': 30,
  'end-to-end/outage': 50,
  'end-to-end/own-embeds': 40,
  'end-to-end/preview': 65,
  'end-to-end/refresh': 80,
  'end-to-end/reset': 55,
  'end-to-end/restyle': 50,
  'end-to-end/review': 50,
  'end-to-end/sound': 40,
  'end-to-end/supplied-script': 20,
  'end-to-end/telemetry': 18,
  'end-to-end/test-mode': 28,
  'end-to-end/upgrade': 45,
  'end-to-end/upload': 12,
  'end-to-end/writes': 15,
  'media/bucket': 25,
  'planner/actions': 33,
  'planner/agent': 13,
  'planner/deeds/canvas': 21,
  'planner/deeds/deeds': 24,
  'planner/deeds/go-on': 45,
  'planner/deeds/model': 21,
  'planner/model': 22,
  'planner/observe': 10,
  'planner/phone-menus': 18,
  'planner/plan': 55,
  'planner/wishes': 14,
  'probe/probe': 10,
  'recorder/brand-film': 11,
  'recorder/browser/fence': 12,
  'recorder/browser/frame-clock': 30,
  'recorder/compose/presentation': 12,
  'recorder/determinism': 35,
  'recorder/drive/act/typing': 28,
  'recorder/drive/asked-first': 35,
  'recorder/drive/element/locate': 15,
  'recorder/drive/forecast/plan-time': 12,
  'recorder/drive/pacing-matrix': 88,
  'recorder/drive/rest/live-rest': 15,
  'recorder/drive/shoot-onward': 10,
  'recorder/drive/take': 63,
  'recorder/encode/encode': 17,
  'recorder/healing': 16,
  'recorder/page/load': 50,
  'recorder/real-pages': 49,
  'recorder/record': 23,
  'recorder/shapes': 35,
  'recorder/takes/recompose': 20,
  'scripts/chaos': 90,
  'sound/add-sound': 11,
  'web/embed': 12,
  'web/sample-site': 11,
  'web/sdk': 12,
  'worker/film/reshoot/second-film': 30,
  'worker/queue/lease': 15,
};
const otherSec = { films: 5, rest: 2 };

/** Files that hold something to so many milliseconds of this machine. They come last, and have one neighbour at most. */
export const timed = [
  'api/auth/revoked-keys',
  'api/progress/socket',
  'end-to-end/lease',
  'end-to-end/main',
  'end-to-end/outage',
  'end-to-end/preview',
  'pictures/draw-anew',
  'planner/language',
  'planner/observe',
  'probe/probe',
  'recorder/browser/frame-clock',
  'store/append',
  'store/doorbell',
  'store/rebuild-live',
  'worker/queue/lease',
].map(pathOf);

/** Every file that has a place of its own here. */
export const placed = [...Object.keys(longestSec).map(pathOf), ...timed];

/**
 * The order of files. Films and all others take turns from beginning to end: films wait for browsers and servers half of
 * their time, and others compute. Of both, the longest begin first, so that no worker is left alone with one at the end.
 */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Its own order is by group first.
    const groups = Object.values(Object.groupBy(await super.sort(files), groupOf));
    return groups.flatMap((group = []) => {
      const { films = [], rest = [] } = Object.groupBy(group, kindOf);
      const mixed = [...spread(films), ...spread(rest)].sort((a, b) => a.place - b.place);
      return mixed.map(({ file }) => file);
    });
  }
}

/** Evenly over the run by the time they take. A place is what part of them has begun before. */
function spread(files: TestSpecification[]) {
  const known = files.map((file) => ({ file, sec: longestSec[nameOf(file)] ?? otherSec[kindOf(file)] }));
  known.sort((a, b) => b.sec - a.sec);
  const totalSec = known.reduce((sum, { sec }) => sum + sec, 0);
  let begunSec = 0;
  return known.map(({ file, sec }) => {
    const place = begunSec / totalSec;
    begunSec += sec;
    return { file, place };
  });
}

const kindOf = (file: TestSpecification) =>
  /^(end-to-end|recorder)\//.test(nameOf(file)) ? 'films' : 'rest';
const nameOf = ({ moduleId }: TestSpecification) => relative(tests, moduleId).replace(/\.test\.ts$/, '');
const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;

const tests = join(import.meta.dirname, '..');
function pathOf(name: string): string {
  return join(import.meta.dirname, '..', `${name}.test.ts`);
}

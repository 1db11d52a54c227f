/**
 * `make bench` prints every figure of the project in one run. BENCH_ONLY=group,group measures these groups alone. BENCH_JSON=path
 * writes the same table as JSON.
 */
import { writeFile } from 'node:fs/promises';
import { type Figure, printFigures } from './bench/figure.ts';

const groups: Record<string, () => Promise<Figure[]>> = {
  append: async () => (await import('./bench/store/append.ts')).benchAppend(),
  rebuild: async () => (await import('./bench/store/rebuild.ts')).benchRebuild(),
  chain: async () => (await import('./bench/store/chain.ts')).benchChain(),
  seal: async () => (await import('./bench/store/seal.ts')).benchSeal(),
  api: async () => (await import('./bench/api/requests.ts')).benchApi(),
  notify: async () => (await import('./bench/api/notify.ts')).benchNotify(),
  sockets: async () => (await import('./bench/api/sockets.ts')).benchSockets(),
  upload: async () => (await import('./bench/api/upload.ts')).benchUpload(),
  dashboard: async () => (await import('./bench/dashboard/first-view.ts')).benchDashboard(),
  planning: async () => (await import('./bench/planner/planning.ts')).benchPlanning(),
  apps: async () => (await import('./bench/planner/apps.ts')).benchApps(),
  strangers: async () => (await import('./bench/planner/strangers.ts')).benchStrangers(),
  healing: async () => (await import('./bench/recorder/healing.ts')).benchHealing(),
  critic: async () => (await import('./bench/critic/critic.ts')).benchCritic(),
  'false-changes': async () => (await import('./bench/recorder/false-changes.ts')).benchFalseChanges(),
  cell: async () => (await import('./bench/recorder/cell.ts')).benchCell(),
  live: async () => (await import('./bench/recorder/live-frame.ts')).benchLiveFrame(),
  looks: async () => (await import('./bench/recorder/looks.ts')).benchLooks(),
  'four-films': async () => (await import('./bench/recorder/four-films.ts')).benchFourFilms(),
  recorder: async () => (await import('./bench/recorder/recorder.ts')).benchRecorder(),
};

const all = Object.keys(groups);
/** Measured only where BENCH_ONLY names it: it installs applications from npm. */
const onlyByName = 'strangers';
const only = process.env.BENCH_ONLY;
const asked = only ? only.split(',').map((name) => name.trim()) : all.filter((name) => name !== onlyByName);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  const names = unknown.map((name) => `“${name}”`).join(' or ');
  console.error(`BENCH_ONLY=${only}: there is no group ${names}. The groups are ${all.join(', ')}.`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(groups)) {
  if (!asked.includes(name)) continue;
  console.error(`measuring ${name} …`);
  figures.push(...(await measure()));
}
printFigures(figures);
if (process.env.BENCH_JSON) await writeFile(process.env.BENCH_JSON, `${JSON.stringify(figures, null, 2)}\n`);

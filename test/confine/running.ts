/** Runs a program confined, and says what it printed. Arguments: program, file to read, folder to write, seconds of processor time. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { confine, findConfinement } from '../../src/confine/index.ts';

const [program = '', reads = '', writes = '', cpuSec = '10'] = process.argv.slice(2);
const reach = { memoryBytes: 2 ** 30, cpuSec: Number(cpuSec), fileBytes: 2 ** 20 };
const { words, options, argsOf, release } = await confine(program, { reads: [reads], writes, ...reach });
const [first, ...rest] = words;
const { stdout } = await promisify(execFile)(
  first,
  [...rest, ...argsOf([reads, `${writes}/out`])],
  options,
).finally(release);
console.log(JSON.stringify({ ...(await findConfinement(program)), said: stdout }));

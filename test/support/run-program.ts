import { execFile, spawn } from 'node:child_process';

/** How a program ended, and what it wrote. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program as a person does whose output goes to a file. */
export const runProgram = (
  program: string,
  args: readonly string[],
  options: { env: Record<string, string>; cwd?: string },
): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

/** Runs a program in a terminal of 100 columns and 40 rows. @returns what it wrote, to both of its streams. */
export function runInTerminal(
  program: string,
  args: readonly string[],
  { env, cwd }: { env: Record<string, string>; cwd: string },
): Promise<string> {
  const command = `stty cols 100 rows 40; ${program} ${args.map((one) => `'${one}'`).join(' ')}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { TERM: 'xterm-256color', ...env },
    cwd,
  });
  child.stdin.end();
  const said: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => said.push(part));
  return new Promise((resolve) => child.on('close', () => resolve(Buffer.concat(said).toString())));
}

import { execFile } from 'node:child_process';

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

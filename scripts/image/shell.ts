import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program to its end. @returns what it printed @throws Error with what it said on stderr last */
export async function run(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { cwd, maxBuffer: 2 ** 28 });
    return stdout.trim();
  } catch (error) {
    const { code, stderr = '', stdout = '' } = error as { code: unknown; stderr?: string; stdout?: string };
    const said = `${stdout}${stderr}`.trimEnd().split('\n').slice(-15).join('\n');
    throw new Error(`${program} ${args.slice(0, 4).join(' ')} ended with ${code}:\n${said}`);
  }
}

export async function isInstalled(program: string): Promise<boolean> {
  return run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}

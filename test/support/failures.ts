import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

const longest = 600;

/**
 * Says once more at the very end what failed and why, in some lines each. Where only the end of a long output is kept, the
 * excerpt of code of one failure would push the reasons of the others out of it.
 */
export class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = [...modules.flatMap(failuresOf), ...unhandled.map((error) => told('unhandled', error))];
    if (failures.length > 0) process.stderr.write(`Failed:\n${failures.join('\n')}\n`);
  }
}

function failuresOf(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const suites = [module, ...module.children.allSuites()];
  const tests = [...module.children.allTests('failed')];
  return [
    ...suites.flatMap((suite) => suite.errors().map((error) => told(file, error))),
    ...tests.flatMap((test) =>
      (test.result().errors ?? []).map((error) => told(`${file} > ${test.name}`, error)),
    ),
  ];
}

function told(where: string, { message, diff }: SerializedError): string {
  const why = stripVTControlCharacters([message, diff].filter(Boolean).join('\n')).slice(0, longest);
  return `- ${where}\n  ${why.replaceAll('\n', '\n  ')}`;
}

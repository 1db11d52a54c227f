/**
 * `make client` writes the types of the typed client anew from the OpenAPI document.
 * With --check (`make check`) it writes nothing, and ends with 1 where they are not those that the document gives.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeClientTypes } from './client-types.ts';

const path = join(import.meta.dirname, '..', 'src', 'client', 'schema.ts');
const types = await writeClientTypes();
if (!process.argv.includes('--check')) await writeFile(path, types);
else if ((await readFile(path, 'utf8')) !== types) {
  process.stderr.write(
    'src/client/schema.ts is not what the OpenAPI document gives: run `make client`, and commit it.\n',
  );
  process.exitCode = 1;
}

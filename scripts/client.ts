/** `make client` writes the types of the typed client anew from the OpenAPI document. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeClientTypes } from './client-types.ts';

const path = join(import.meta.dirname, '..', 'src', 'client', 'schema.ts');
await writeFile(path, await writeClientTypes());

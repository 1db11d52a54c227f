/**
 * Builds the documents into `dist/docs`; `make setup` runs it where a source is newer than what was built. The reference is drawn from
 * the OpenAPI document. VitePress makes the pages out of a copy of the sources, since what is drawn stands beside what is written.
 */

import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vitepress';
import { createDocument } from '../src/api/openapi/document.ts';
import type { Document } from '../src/docs/reference/document.ts';
import { anchorsOf, referencePages } from '../src/docs/reference/index.ts';
import { appRouter } from '../src/domain/router.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'dist/docs-source');
const outDir = join(root, 'dist/docs');

await rm(source, { recursive: true, force: true });
await cp(join(root, 'src/docs/pages'), source, { recursive: true });
for (const name of await readdir(source)) await includeExamples(join(source, name));
const document = createDocument(appRouter, { prefix: '/api/v1' }) as unknown as Document;
await mkdir(join(source, 'reference'), { recursive: true });
for (const [path, text] of referencePages(document)) await writeFile(join(source, path), text);
await writeChangelog();
await writeSite();
await rm(outDir, { recursive: true, force: true });
await build(source);
await compress(join(outDir, 'assets'));

/** A fence with `file="…"` shows that file. The tests of the examples run it. */
async function includeExamples(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const fence = /^(```\w+ .*file="([^"]+)".*\n)(?=```)/gm;
  const included = text.replaceAll(fence, (_whole, opening: string, file: string) => {
    return `${opening}${readFileSync(join(root, file), 'utf8').trimEnd()}\n`;
  });
  if (included !== text) await writeFile(path, included);
}

/** VitePress looks for its configuration and its theme in a folder of this name. */
async function writeSite(): Promise<void> {
  const folder = join(source, '.vitepress');
  await mkdir(join(folder, 'theme'), { recursive: true });
  await writeFile(
    join(folder, 'config.ts'),
    `import { configFor } from '../../../src/docs/config.ts';\nexport default configFor(${JSON.stringify({ outDir, root })}, ${JSON.stringify(
      document.tags.map(({ name }) => name),
    )});\n`,
  );
  await writeFile(
    join(folder, 'theme/index.ts'),
    `import { themeFor } from '../../../../src/docs/theme/index.ts';\nexport default themeFor(${JSON.stringify(anchorsOf(document))});\n`,
  );
}

/** The changes as they are told to developers of the project, with headings one level down. */
async function writeChangelog(): Promise<void> {
  const text = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  // Braces would be read as code of the page.
  const body = text.replace(/^# .*\n/, '').replaceAll('<', '&lt;');
  await writeFile(
    join(source, 'changelog.md'),
    `---\noutline: [2, 4]\n---\n# Changelog\n\n::: v-pre\n${body}\n:::\n`,
  );
}

/** Each file is compressed here, once and as well as it can be, and the API sends it as it lies there. */
async function compress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, brotliCompressSync(bytes));
    await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

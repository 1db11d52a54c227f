/**
 * Builds the dashboard into `dist/dashboard`; `make setup` runs it where a source is newer than what was built. Names of files contain
 * a hash of their content. Each is compressed here, once and as well as it can be, and the API sends it as it lies there.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = join(import.meta.dirname, '../src/dashboard');
const outDir = join(import.meta.dirname, '../dist/dashboard');

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  plugins: [react()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // A `data:` address would need an exception in the content policy, and so would the polyfill, which is a script in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
for (const name of await readdir(join(outDir, 'assets'))) {
  const path = join(outDir, 'assets', name);
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }));
  await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

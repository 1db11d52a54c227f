/**
 * Downloads fonts for most of the world's scripts from npm, for a machine on which nothing may be installed. They are put
 * into `.tools/fonts`, beside the fontconfig file with which the browser is started. Chromium reads no WOFF through
 * fontconfig, so these files are unwrapped. About 100 MB are downloaded, of which 30 MB stay.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { unwrapped } from './woff.ts';

const target = resolve(import.meta.dirname, '../.tools/fonts');
const weights = ['400', '700'];
/** Each package, its version, and the parts of it that are taken. */
const packages: [name: string, version: string, files: string[]][] = [
  ['noto-sans', '5.3.0', ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'devanagari']],
  ['noto-serif', '5.3.0', ['latin', 'latin-ext', 'cyrillic', 'greek']],
  ['noto-sans-mono', '5.3.0', ['latin', 'latin-ext', 'cyrillic', 'greek']],
  ['noto-sans-arabic', '5.3.0', ['arabic']],
  ['noto-sans-hebrew', '5.3.0', ['hebrew']],
  ['noto-sans-thai', '5.3.0', ['thai']],
  ['noto-sans-bengali', '5.3.0', ['bengali']],
  ['noto-sans-tamil', '5.3.0', ['tamil']],
  ['noto-sans-sc', '5.3.0', ['chinese-simplified']],
  ['noto-sans-jp', '5.3.0', ['japanese']],
  ['noto-sans-kr', '5.3.0', ['korean']],
];

const working = mkdtempSync(join(tmpdir(), 'showreel-fonts-'));
try {
  mkdirSync(target, { recursive: true });
  for (const [name, version, parts] of packages) {
    const files = parts.flatMap((part) => weights.map((weight) => `${name}-${part}-${weight}-normal.woff`));
    const unpacked = unpack(
      `@fontsource/${name}@${version}`,
      files.map((file) => `package/files/${file}`),
    );
    for (const file of files) {
      const woff = readFileSync(join(unpacked, 'package/files', file));
      writeFileSync(join(target, file.replace(/\.woff$/, '.ttf')), unwrapped(woff));
    }
    rmSync(unpacked, { recursive: true });
  }
  const emoji = unpack('noto-color-emoji@1.0.1', ['package/ttf/NotoColorEmoji.ttf']);
  writeFileSync(
    join(target, 'NotoColorEmoji.ttf'),
    readFileSync(join(emoji, 'package/ttf/NotoColorEmoji.ttf')),
  );
  // This file is written last, so that whoever finds it finds the fonts too.
  writeFileSync(join(target, 'fonts.conf'), configuration());
} finally {
  rmSync(working, { recursive: true, force: true });
}

/** Downloads a package and takes some files out of it. */
function unpack(spec: string, files: string[]): string {
  const folder = mkdtempSync(join(working, 'package-'));
  const quiet = { cwd: folder, stdio: 'pipe' as const };
  execFileSync('npm', ['pack', '--silent', spec], quiet);
  const [archive] = readdirSync(folder);
  if (!archive) throw new Error(`npm has no ${spec}.`);
  execFileSync('tar', ['-xzf', archive, ...files], quiet);
  return folder;
}

function configuration(): string {
  // These fonts are named after the lightest weight of the variable font from which they were made.
  const chinese = ['Noto Sans SC Thin', 'Noto Sans JP Thin', 'Noto Sans KR Thin'];
  const families = {
    'sans-serif': ['Noto Sans', ...chinese, 'Noto Sans Arabic'],
    serif: ['Noto Serif', ...chinese],
    monospace: ['Noto Sans Mono', ...chinese],
    emoji: ['Noto Color Emoji'],
  };
  const aliases = Object.entries(families).map(
    ([family, preferred]) =>
      `  <alias><family>${family}</family><prefer>${preferred.map((one) => `<family>${one}</family>`).join('')}</prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${target}</dir>
  <cachedir>${join(target, 'cache')}</cachedir>
${aliases.join('\n')}
</fontconfig>
`;
}

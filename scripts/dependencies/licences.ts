/** Licences whose terms are met by naming the authors, which the packages themselves do. Code under MPL-2.0 is used as it is. */
export const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'AFL-2.1',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages with other terms, or with none that a program can read, and why each may be used. `*` at the end stands for more. */
export const exceptions: Readonly<Record<string, string>> = {
  '@img/sharp-*': 'LGPL-3.0 libvips, a shared library that its users may replace',
  '@ffmpeg-installer/*':
    'GPL-3.0 and LGPL-2.1 programs, optional, run as a process of their own and not changed',
  'ffmpeg-static': 'GPL-3.0, of a peer that a bench measures; not installed with the service',
  jsonify: 'in the public domain, as its package says in words',
  async: 'MIT, in an older form of package.json',
  reserved: 'MIT, in an older form of package.json',
  'parse-cache-control': 'BSD, in an older form of package.json',
  '@event-driven-io/*':
    'names no licence in its package; a peer that a bench measures, not installed with the service',
};

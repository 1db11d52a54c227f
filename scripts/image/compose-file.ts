import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
});
export type ComposeService = z.infer<typeof service>;

const composeFile = z.object({ services: z.record(z.string(), service) });

/** Reads what compose.yaml says of its services. Variables that `.env` does not set have their defaults. */
export async function readComposeFile(
  dotEnv: Record<string, string> = {},
): Promise<Record<string, ComposeService>> {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8');
  const filledIn = text.replaceAll(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, byDefault: string) => dotEnv[name] ?? byDefault,
  );
  return composeFile.parse(parse(filledIn, { merge: true })).services;
}

/** `name:/path:ro` of a volume. */
export function volumeOf(words: string): { name: string; target: string; isReadOnly: boolean } {
  const [name, target, mode] = words.split(':');
  if (!name || !target) throw new Error(`compose.yaml: expected name:/path or name:/path:ro; got ${words}`);
  return { name, target, isReadOnly: mode === 'ro' };
}

/** The file of a `security_opt` that names a seccomp profile. */
export function seccompPathOf({ security_opt: options }: ComposeService): string | null {
  const path = options.find((option) => option.startsWith('seccomp:'))?.slice('seccomp:'.length);
  return path ? join(root, path) : null;
}

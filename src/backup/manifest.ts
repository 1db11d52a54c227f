import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The name of this kind of archive; another kind gets another name. */
export const format = 'showreel-backup-1';

export const keysFile = 'keys/secret.key';
export const manifestName = 'manifest.json';
/** The last member: SHA-256 of the manifest, so that an archive that was cut off is told from one that is whole. */
export const sealName = 'manifest.sha256';

const member = z.object({ name: z.string(), sizeBytes: z.int(), sha256: z.string() });
export type Member = z.infer<typeof member>;

const contents = z.object({
  createdAt: z.iso.datetime(),
  /** The version of the service that made the archive. */
  service: z.string(),
  database: z.object({
    server: z.string(),
    migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
    /** In an order in which they can be filled: what others refer to comes first. */
    tables: z.array(
      z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.int() }),
    ),
    sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.int() })),
  }),
});
export type Contents = z.infer<typeof contents>;
export type DatabaseContents = Contents['database'];

const manifestSchema = contents.extend({ format: z.literal(format), members: z.array(member) });
export type Manifest = z.infer<typeof manifestSchema>;

export const writeManifest = (told: Contents, members: readonly Member[]): Buffer =>
  Buffer.from(`${JSON.stringify({ format, ...told, members }, null, 1)}\n`);

/** @throws Error where it is none, or one of another format */
export function readManifest(bytes: Buffer): Manifest {
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  const named = z.object({ format: z.string() }).safeParse(value);
  if (named.success && named.data.format !== format)
    throw new Error(`its format is ${JSON.stringify(named.data.format)}, this version reads "${format}"`);
  return manifestSchema.parse(value);
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

import type { Sql } from 'postgres';
import { z } from 'zod';
import { projection } from '../projection.ts';
import type { BackgroundEvent } from './events.ts';
import { presets } from './presets.ts';

/** Read model: the backgrounds that were uploaded. */
export const backgroundsProjection = projection<BackgroundEvent>({
  name: 'backgrounds',
  version: 1,
  tables: ['backgrounds'],
  on: {
    BackgroundUploaded: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'backgrounds',
        row: {
          id: data.backgroundId,
          user_id: data.userId,
          name: data.name,
          image_key: data.imageKey,
          preview_key: data.previewKey,
          created_at: recordedAt,
        },
      },
    ],
    BackgroundDeleted: ({ data }) => [{ op: 'delete', table: 'backgrounds', key: { id: data.backgroundId } }],
  },
});

export const backgroundSchema = z.object({
  id: z.string().meta({ examples: ['midnight'] }),
  name: z.string().meta({ examples: ['Midnight'] }),
  kind: z.enum(['color', 'gradient', 'image']),
  value: z
    .string()
    .meta({ examples: ['#101827'] })
    .describe('CSS, or the address of the picture'),
  previewUrl: z
    .string()
    .meta({ examples: ['https://showreel.example.com/backgrounds/midnight-preview.webp'] }),
});

/** The public address of an uploaded picture. */
export const backgroundImagePath = (backgroundId: string) => `/backgrounds/${backgroundId}.webp`;
/** The public address of a small preview, which every background has. */
const previewPath = (backgroundId: string) => `/backgrounds/${backgroundId}-preview.webp`;

/** The catalogue, then what the user uploaded, newest first. */
export async function listBackgrounds(
  sql: Sql,
  userId: string,
  baseUrl: string,
): Promise<z.infer<typeof backgroundSchema>[]> {
  const uploads = await sql<{ id: string; name: string }[]>`
    select id, name from backgrounds where user_id = ${userId} order by id desc`;
  return [
    ...presets.map((preset) => ({ ...preset, previewUrl: `${baseUrl}${previewPath(preset.id)}` })),
    ...uploads.map(({ id, name }) => ({
      id,
      name,
      kind: 'image' as const,
      value: `${baseUrl}${backgroundImagePath(id)}`,
      previewUrl: `${baseUrl}${previewPath(id)}`,
    })),
  ];
}

export async function countBackgrounds(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from backgrounds where user_id = ${userId}`;
  return row?.count ?? 0;
}

export interface BackgroundFiles {
  imageKey: string;
  previewKey: string;
}

/** Where the files of an uploaded background are; null where there is none of that id. */
export async function filesOfBackground(sql: Sql, backgroundId: string): Promise<BackgroundFiles | null> {
  const [row] = await sql<BackgroundFiles[]>`
    select image_key as "imageKey", preview_key as "previewKey" from backgrounds where id = ${backgroundId}`;
  return row ?? null;
}

/**
 * The id of the uploaded background that an address names; null where it names none. The host is not compared: a
 * service can be reached by several names, and ids cannot be guessed.
 */
export function backgroundIdIn(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return /\/backgrounds\/(bg_[0-9a-z]{26})\.webp$/.exec(new URL(url).pathname)?.[1] ?? null;
}

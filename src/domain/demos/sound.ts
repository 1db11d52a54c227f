import { z } from 'zod';
import { invalid } from '../../errors.ts';
import type { DomainServices } from '../services.ts';
import type { DemoSound } from './events.ts';

/** Stands for a piece that the service chooses. */
const anyMusic = 'any';

const voiceName = z
  .string()
  .regex(
    /^[\w.:/-]{1,64}$/,
    'must be the name of a voice: 1 to 64 letters, digits, ".", ":", "/", "_" or "-"',
  )
  .meta({ description: 'A voice of the provider', examples: ['alloy'] });

/** What a film sounds like, as its owner asks for it. What is read of a demo can be sent back. */
export const soundField = z
  .strictObject({
    music: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .nullish()
      .meta({
        description: `A piece of \`GET /sounds\`, or \`${anyMusic}\` for one of them`,
        examples: [anyMusic],
      }),
    voice: z
      .union([z.boolean(), z.strictObject({ voice: voiceName.nullish() })])
      .nullish()
      .meta({
        description:
          'A voice that reads the captions: `true` for the usual one of this service, or the one to take',
        examples: [{ voice: 'alloy' }],
      }),
  })
  .meta({
    description:
      'What the video sounds like. It is silent unless this is given. A service that offers no music or no voice answers with a 400',
    examples: [{ music: anyMusic, voice: true }],
  });

/** The same in an answer. */
export const soundAnswer = z
  .object({
    music: z
      .string()
      .nullable()
      .meta({ examples: [anyMusic] }),
    voice: z
      .object({
        voice: z
          .string()
          .nullable()
          .meta({ description: 'null: the usual one of the service', examples: ['alloy'] }),
      })
      .nullable(),
  })
  .nullable()
  .meta({
    description: 'What was asked for; null for a silent video. Where it did not work out, `warnings` says so',
    examples: [null],
  });

/** null where nothing is asked for. */
export function soundOf({ music, voice }: z.infer<typeof soundField>): DemoSound | null {
  const speaks = voice === true ? {} : voice || null;
  if (!music && !speaks) return null;
  return { music: music ?? null, voice: speaks && { voice: speaks.voice ?? null } };
}

/** @throws AppError 400 `sound_not_offered` where the service has no such music, or no voice */
export async function demandSound(
  { sounds }: Pick<DomainServices, 'sounds'>,
  sound: DemoSound | null | undefined,
): Promise<void> {
  if (sound?.voice && !sounds.voice)
    throw refused(
      '`sound.voice`: this service has no voice. Its operator sets one with SHOWREEL_SPEECH_URL and SHOWREEL_SPEECH_MODEL.',
    );
  if (!sound?.music) return;
  const names = await sounds.music();
  if (names === null)
    throw refused(
      '`sound.music`: this service has no music. Its operator offers some with SHOWREEL_MUSIC_DIR.',
    );
  if (names.length === 0)
    throw refused('`sound.music`: the folder of SHOWREEL_MUSIC_DIR has no music at the moment.');
  const isThere = sound.music === anyMusic || names.includes(sound.music.normalize('NFC'));
  if (!isThere)
    throw refused(
      `\`sound.music\`: expected \`${anyMusic}\` or one of ${named(names)}, but ${JSON.stringify(sound.music)} came.`,
    );
}

const refused = (message: string) => invalid(message, 'sound_not_offered');

const named = (names: readonly string[]) =>
  names.length <= 10
    ? names.map((name) => `“${name}”`).join(', ')
    : `the ${names.length} pieces that \`GET /sounds\` lists`;

import { z } from 'zod';
import { protectedProcedure } from '../../procedure.ts';

export const soundsProcedure = {
  sounds: protectedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/sounds',
        summary: 'List what a demo can sound like',
        description:
          'The music that the operator of this service offers, and whether there is a voice that reads captions aloud. `POST /demos` and ' +
          '`POST /demos/{id}/restyle` take both in `sound`.',
        tags: ['Demos'],
      },
    })
    .output(
      z.object({
        music: z
          .array(z.object({ name: z.string().meta({ examples: ['Morning light'] }) }))
          .meta({ description: 'By name; empty where the service offers none' }),
        voice: z
          .object({
            default: z.string().meta({
              description: 'The voice that speaks where a request names none',
              examples: ['alloy'],
            }),
          })
          .nullable()
          .meta({ description: 'null where the service has no voice' }),
      }),
    )
    .query(async ({ ctx: { services } }) => {
      const names = (await services.sounds.music()) ?? [];
      return { music: names.map((name) => ({ name })), voice: services.sounds.voice };
    }),
};

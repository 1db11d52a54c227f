import type { FastifyInstance } from 'fastify';
import { previewStill } from '../../domain/demos/media-keys.ts';
import { notFound } from '../../errors.ts';
import type { MediaStorage } from '../../media/index.ts';
import { sendObject } from './demo-files.ts';

/** Serves the stills of previews to whoever knows the preview's id, which nobody can guess. They are removed after an hour. */
export function mountPreviewStills(app: FastifyInstance, media: MediaStorage): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/preview/:file',
    handler: async (request, reply) => {
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      const { file } = request.params as { file: string };
      const [, previewId, number] = /^(prev_[0-9a-f]{32})-(\d{1,3})\.jpg$/.exec(file) ?? [];
      const still = previewId && previewStill(previewId, Number(number));
      const object = still ? await media.head(still.key) : null;
      if (!still || !object) throw notFound('file');
      return sendObject(media, { key: still.key, object, type: 'image/jpeg' }, request, reply);
    },
  });
}

import { pollable } from '../polling.ts';
import { accountAccessPaths } from './account-access.ts';
import { backgroundImage, backgroundUpload } from './backgrounds.ts';
import { failurePicture, liveFrame, mediaFile, previewStill, seenPage, snapshot } from './media.ts';
import { oembedPath, playerPage, playerParameters, sdkPath } from './pages.ts';
import { accountChannel, progressChannel } from './progress.ts';
import { document, health, paymentNotice } from './service.ts';
import { authPaths } from './sessions.ts';
import { runtimeEmbed } from './signed-embeds.ts';

/** The paths of the routes that are not made from procedures. */
export function otherPaths(prefix: string): Record<string, Record<string, object>> {
  return {
    [`${prefix}/health`]: { get: health },
    [`${prefix}/openapi.json`]: { get: pollable(document) },
    [`${prefix}/webhooks/stripe`]: { post: paymentNotice },
    [`${prefix}/embed/runtime`]: { get: runtimeEmbed },
    ...authPaths,
    ...accountAccessPaths,
    [`${prefix}/backgrounds/upload`]: { post: backgroundUpload },
    '/backgrounds/{id}.webp': { get: backgroundImage },
    '/api/ws': { get: accountChannel },
    '/api/ws/{demoId}': { get: progressChannel },
    '/video/{id}.mp4': { get: mediaFile('demo_video_mp4', 'The video as MP4', 'video/mp4') },
    '/video/{id}.webm': { get: mediaFile('demo_video_webm', 'The video as WebM', 'video/webm') },
    '/thumb/{id}.png': { get: mediaFile('demo_thumbnail', 'The thumbnail', 'image/png') },
    '/gif/{id}.gif': { get: mediaFile('demo_gif', 'The animated GIF', 'image/gif') },
    '/snapshot/{id}-{number}.jpg': { get: snapshot },
    '/failure/{id}-{number}.jpg': { get: failurePicture },
    '/live/{id}-{number}.jpg': { get: liveFrame },
    '/page/{id}-{number}.jpg': { get: seenPage },
    '/preview/{id}-{number}.jpg': { get: previewStill },
    '/captions/{id}.vtt': {
      get: mediaFile('demo_captions', 'The captions of the video, as WebVTT', 'text/vtt'),
    },
    '/chapters/{id}.vtt': {
      get: mediaFile('demo_chapters', 'The chapters of the video, one for each scene, as WebVTT', 'text/vtt'),
    },
    '/share/{id}': { get: playerPage('demo_share_page', 'The share page of a demo', []) },
    '/embed/{id}': {
      get: playerPage('demo_embed_page', 'The player of a demo, for an iframe', playerParameters),
    },
    '/oembed': { get: oembedPath },
    '/sdk.js': { get: sdkPath },
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { exampleIds } from '../../domain/fields.ts';
import { invalid, notFound } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { describeIssues } from '../../validation.ts';
import {
  embedCode,
  frameWithin,
  pathsOf,
  type ShownDemo,
  type Size,
  titleOf,
  usualFrame,
} from '../../web/index.ts';
import { findShownDemo, type ShownDemoParts } from './shown-demos.ts';

export interface OembedParts extends ShownDemoParts {
  baseUrl(request: FastifyRequest): string;
}

const size = z.int().min(1);

/** An oEmbed 1.0 answer in JSON (https://oembed.com), which sites read to turn a link into a player. */
export const oembedSchema = z.object({
  version: z.literal('1.0'),
  type: z.literal('video'),
  title: z.string().meta({ examples: ['Pricing at a glance'] }),
  provider_name: z.string().meta({ examples: ['Showreel'] }),
  provider_url: z.string().meta({ examples: ['https://showreel.example.com'] }),
  cache_age: z.number().describe('How long a site may keep this answer, in seconds'),
  html: z
    .string()
    .meta({ examples: [`<iframe src="https://showreel.example.com/embed/${exampleIds.demo}"></iframe>`] })
    .describe('An iframe with the player'),
  width: size,
  height: size,
  thumbnail_url: z
    .string()
    .meta({ examples: [`https://showreel.example.com/thumb/${exampleIds.demo}.png`] })
    .optional(),
  thumbnail_width: size.optional(),
  thumbnail_height: size.optional(),
});

const wholePixels = z
  .string()
  .regex(/^0*[1-9]\d{0,8}$/, 'must be a whole number of pixels, 1 or more.')
  .transform(Number)
  .optional();
const query = z.object({
  url: z.string('must be the address of a share or embed page.').min(1).max(2048),
  format: z.string().optional(),
  maxwidth: wholePixels,
  maxheight: wholePixels,
});

/** `GET /oembed?url=`: `url` is a share or embed page, under the public address or under the address of this request. */
export function mountOembed(app: FastifyInstance, parts: OembedParts): void {
  app.get('/oembed', async (request, reply) => {
    const given = query.safeParse(request.query);
    if (!given.success) throw invalid(describeIssues(given.error.issues, request.query));
    const { url, format = 'json', maxwidth, maxheight } = given.data;
    if (format !== 'json') {
      const error = `format must be "json", got ${JSON.stringify(shorten(format, 40))}.`;
      return reply.code(501).send({ error, code: 'format_not_offered', requestId: request.id });
    }
    const baseUrl = parts.baseUrl(request);
    const id = demoIdIn(url, [baseUrl, `${request.protocol}://${request.host}`]);
    const demo = id === null ? null : await findShownDemo(parts, id);
    if (!demo) throw notFound('demo');
    reply.header('Cache-Control', `public, max-age=${cacheSec}`);
    return toAnswer(demo, baseUrl, playerWithin(demo, maxwidth, maxheight));
  });
}

/** Long enough for a page with many visitors, short enough for a title that a refresh changes. */
const cacheSec = 300;

function toAnswer(demo: ShownDemo, baseUrl: string, player: Size): z.infer<typeof oembedSchema> {
  const still = demo.thumbnailSize;
  return {
    version: '1.0',
    type: 'video',
    title: titleOf(demo),
    provider_name: 'Showreel',
    provider_url: baseUrl,
    cache_age: cacheSec,
    html: embedCode(demo, baseUrl, player),
    ...player,
    ...(still && {
      thumbnail_url: `${baseUrl}${pathsOf(demo).thumbnail}`,
      thumbnail_width: still.width,
      thumbnail_height: still.height,
    }),
  };
}

/** The demo's id; null where the address is not one of ours. Query and fragment are ignored. */
function demoIdIn(url: string, bases: readonly string[]): string | null {
  if (!URL.canParse(url)) return null;
  const { host, pathname } = new URL(url);
  for (const base of bases.filter((one) => URL.canParse(one))) {
    const home = new URL(base);
    const path = home.pathname.replace(/\/$/, '');
    // The scheme is ignored: http and https lead to the same service.
    if (home.host !== host || !pathname.startsWith(`${path}/`)) continue;
    const [, id] = /^\/(?:share|embed)\/([\w-]{1,64})\/?$/.exec(pathname.slice(path.length)) ?? [];
    if (id) return id;
  }
  return null;
}

/** A player is no larger, whatever a site allows. */
const largestSide = 1920;

/** The largest frame in the film's shape that fits into the site's limits; the usual frame where the site gives none. */
function playerWithin(demo: ShownDemo, maxWidth: number | undefined, maxHeight: number | undefined): Size {
  if (maxWidth === undefined && maxHeight === undefined) return frameWithin(demo, usualFrame);
  const side = (most: number | undefined) => Math.min(most ?? largestSide, largestSide);
  return frameWithin(demo, { width: side(maxWidth), height: side(maxHeight) });
}

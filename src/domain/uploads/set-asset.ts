import { newId } from '../../ids.ts';
import type { CommandContext } from '../../store/types.ts';
import { type AssetToSet, demandOwn, demandUploaded, demoDecider } from '../demos/decide.ts';
import { type AssetKind, demoStream } from '../demos/events.ts';
import { mediaPrefix } from '../demos/media-keys.ts';
import type { DomainServices } from '../services.ts';
import { demandPresence, type IncomingBody } from './body.ts';

const formats = { thumbnail: 'png', gif: 'gif' } as const satisfies Record<AssetKind, string>;

/** A new key each time, so that a picture that is being read stays whole while another takes its place. */
export const assetKey = (demoId: string, kind: AssetKind, version = 1) =>
  `${mediaPrefix(demoId, version)}${kind}-${newId('cmd').slice(4)}.${formats[kind]}`;

/**
 * Gives an uploaded demo another thumbnail or GIF.
 * @throws AppError 404, 400 `demo_is_generated`, 415 `invalid_png`, `invalid_gif`, and what the intake says of a body.
 */
export async function setAsset(
  services: DomainServices,
  context: CommandContext,
  { demoId, userId, kind }: { demoId: string; userId: string; kind: AssetKind },
  body: IncomingBody,
): Promise<void> {
  const { store, intake } = services;
  await store.execute(context, async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    demandUploaded(demandOwn(demo.state, userId));
  });
  const file = await intake.receive(body.stream, body.sizeBytes);
  try {
    await file.checkPicture(formats[kind]);
    demandPresence(body);
    const key = assetKey(demoId, kind);
    await file.keep(key);
    await showAsset(services, context, { demoId, userId, kind, key, origin: 'given' });
  } finally {
    await file.discard();
  }
}

/**
 * Makes a picture that was kept the one of the demo, and removes the picture that it replaces. Where the new picture
 * is not wanted any more, it is removed instead.
 * @throws AppError 404, 400 `demo_is_generated`.
 */
export async function showAsset(
  { store, intake }: DomainServices,
  context: CommandContext,
  { demoId, userId, ...asset }: { demoId: string; userId: string } & AssetToSet,
): Promise<void> {
  const { kind, key } = asset;
  const { value } = await store
    .execute(context, async (unit) => {
      const demo = await unit.load(demoDecider, demoStream(demoId));
      const before = demo.state?.assets[kind]?.key ?? null;
      demo.decide({ type: 'setAsset', by: userId, asset });
      return before;
    })
    .then(async (done) => ({ value: done.duplicate || done.events.length === 0 ? key : done.value }))
    .catch(async (fault: unknown) => {
      const written = await store.readCommand(context.commandId).catch(() => null);
      if (written?.length === 0) await intake.remove(key);
      throw fault;
    });
  if (value !== null) await intake.remove(value);
}

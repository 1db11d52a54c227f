import { text } from 'node:stream/consumers';
import { deletionsPrefix, readDeletionNote } from '../domain/account-deletion/note.ts';
import { repeatDeletion } from '../domain/account-deletion/repeat.ts';
import type { DomainServices } from '../domain/services.ts';
import { newId } from '../ids.ts';
import type { MediaStorage } from '../media/index.ts';

/**
 * Deletes the accounts again that are noted as deleted and are there in a restored database. It may be interrupted and called again.
 * @returns the ids of users of whom something was there
 * @throws Error that names a note which is not of this service; the others are followed first
 */
export async function repeatDeletions(services: DomainServices, media: MediaStorage): Promise<string[]> {
  const repeated: string[] = [];
  const strange: string[] = [];
  for await (const key of media.list(deletionsPrefix)) {
    const note = readDeletionNote(await text(media.read(key)), services.secrets);
    const context = { commandId: newId('cmd'), metadata: { actor: 'system', reason: `noted in ${key}` } };
    if (!note) strange.push(key);
    else if (await repeatDeletion(services, context, note.userId)) repeated.push(note.userId);
  }
  if (strange.length === 0) return repeated;
  throw new Error(
    `${strange.map((key) => media.locate(key)).join(', ')}: no key of this service has signed this note of a deletion. Put the key that was used last behind the others (secret.key, or SHOWREEL_SECRET_KEYS), or remove the note and delete the account again by \`showreel admin delete\`. Then run the restore once more.`,
  );
}

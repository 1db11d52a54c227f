/**
 * Backup and restore: database, media, keys and what was signed, as one archive. `start` comes in, for the command line and for a first
 * start that restores. It reads the media storage through its interface, and of the database every table that is ours.
 */
export { type Backup, backUp } from './backup.ts';
export { type Proof, prove } from './prove.ts';
export { repeatDeletions } from './repeat-deletions.ts';
export { restore, unfinishedRestore } from './restore.ts';
export { isEmptyDatabase } from './tables.ts';

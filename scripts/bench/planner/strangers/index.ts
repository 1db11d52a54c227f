import { backlog } from './apps/backlog.ts';
import { crontabUi } from './apps/crontab-ui.ts';
import { jsreport } from './apps/jsreport.ts';
import { nodeRed } from './apps/node-red.ts';
import { pouchdbServer } from './apps/pouchdb-server.ts';
import { tiddlywiki } from './apps/tiddlywiki.ts';
import { ungit } from './apps/ungit.ts';
import { whistle } from './apps/whistle.ts';
import type { Stranger } from './stranger.ts';

/** The applications, in the order in which they are measured. */
export const strangers: readonly Stranger[] = [
  tiddlywiki,
  backlog,
  crontabUi,
  ungit,
  nodeRed,
  jsreport,
  whistle,
  pouchdbServer,
];

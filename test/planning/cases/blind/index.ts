import { setOf } from '../../set.ts';
import { dentistAndStartup } from './first/dentist-and-startup.ts';
import { travelAndTemplates } from './first/travel-and-templates.ts';
import { bakeryAndTemplates } from './second/bakery-and-templates.ts';
import { bootsAndDocs } from './second/boots-and-docs.ts';
import { festivalAndJobs } from './third/festival-and-jobs.ts';
import { paymentsAndTemplates } from './third/payments-and-templates.ts';

/** Three batches. The causes of the misses were mended after each batch had been scored. */
export const blind = setOf('cases of three blind batches, worked on since', [
  // Their author knew neither the planner nor its earlier cases.
  { cases: [...dentistAndStartup, ...travelAndTemplates], firstSight: { right: 30, of: 40 } },
  // Written before the causes of the first batch's misses were mended, and planned after that.
  { cases: [...bootsAndDocs, ...bakeryAndTemplates], firstSight: { right: 27, of: 40 } },
  // Planned after the causes of the second batch's misses had been mended. Two misses had expected a press on a link that buys,
  // which a demo never does. They count as misses; the two cases now expect the film to show the offer.
  { cases: [...festivalAndJobs, ...paymentsAndTemplates], firstSight: { right: 27, of: 40 } },
]);

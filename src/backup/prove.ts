import { audit } from '../admin/audit/audit.ts';
import { projections, upcasters } from '../domain/index.ts';
import type { DomainServices } from '../domain/services.ts';
import type { MediaStorage } from '../media/index.ts';
import { verifyProjection } from '../store/index.ts';

export interface Proof {
  events: number;
  /** What an audit of everything has found, a sentence each. */
  findings: string[];
  /** Read models that are not what the log says. */
  differing: string[];
}

/** Does what `audit --all` and `replay --verify` do. */
export async function prove(services: DomainServices, media: MediaStorage): Promise<Proof> {
  const running = audit(services, media, { userId: null });
  let step = await running.next();
  while (!step.done) step = await running.next();
  const differing: string[] = [];
  for (const projection of projections) {
    const options = { sql: services.sql, upcasters, keys: services.subjectKeys, projection };
    const { differences } = await verifyProjection(options);
    if (differences.length > 0) differing.push(projection.name);
  }
  const [log] = await services.sql<[{ events: number }]>`select count(*) as events from events`;
  const findings = step.value.findings.map(({ userId, stream, version, rule, what }) => {
    const where = userId ?? stream;
    return `${rule}${where ? ` of ${where}` : ''}${version ? `, version ${version}` : ''}: ${what}`;
  });
  return { events: log.events, findings, differing };
}

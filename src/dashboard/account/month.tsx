import { Progress as Bar } from '@mantine/core';
import type { Outputs } from '../data/api.ts';
import { formatDate, formatNumber } from '../parts/format.ts';

type Usage = Outputs['accounts']['usage'];

/** How much of the month's demos and uploads is used. */
export function Month({ usage: { usage, plan } }: { usage: Usage }) {
  return (
    <section className="section stack">
      <div>
        <h2>This month</h2>
        <p className="quiet small plain">
          {plan.name}. The count begins anew on {formatDate(nextMonth(new Date()).toISOString())}.
        </p>
      </div>
      <div className="card stack">
        <Used name="Demos" used={usage.demosThisMonth} limit={usage.demosLimit} />
        <Used name="Uploads" used={usage.uploadsThisMonth} limit={usage.uploadsLimit} />
      </div>
    </section>
  );
}

function Used({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  const words =
    limit === null
      ? `${formatNumber(used)}, without a limit`
      : `${formatNumber(used)} of ${formatNumber(limit)}`;
  return (
    <div>
      <div className="row between">
        <span>{name}</span>
        <span className="num quiet">{words}</span>
      </div>
      {limit !== null && (
        <Bar.Root mt={6}>
          <Bar.Section
            value={limit === 0 ? 0 : Math.min(100, (used / limit) * 100)}
            aria-label={`${name} used this month`}
            color={used >= limit ? 'warn' : 'accent'}
          />
        </Bar.Root>
      )}
    </div>
  );
}

/** The service counts by calendar months in UTC. Noon, so that the date is the same wherever it is read. */
export const nextMonth = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12));

/** Dates and numbers in the language of the visitor's browser. */
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const whole = new Intl.NumberFormat(undefined);
const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' });
const percent = new Intl.NumberFormat(undefined, { style: 'percent' });
const seconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
const megabytes = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
});
const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export const formatDateTime = (iso: string) => dateTime.format(new Date(iso));
export const formatDate = (iso: string) => date.format(new Date(iso));
export const formatNumber = (value: number) => whole.format(value);
export const formatSigned = (value: number) => signed.format(value);
export const formatPercent = (fraction: number) => percent.format(fraction);
export const formatSeconds = (ms: number) => seconds.format(Math.round(ms / 100) / 10);
export const formatBytes = (bytes: number) => megabytes.format(Math.max(0.1, bytes / 1e6));
export const formatDollars = (value: number) => dollars.format(value);

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** “5 minutes ago”. After a week, the date. */
export function formatAgo(iso: string, nowMs = Date.now()): string {
  const sec = Math.round((Date.parse(iso) - nowMs) / 1000);
  if (Math.abs(sec) > 7 * 86_400) return formatDate(iso);
  const [unit, size] = units.find(([, size]) => Math.abs(sec) >= size) ?? ['second', 1];
  return ago.format(Math.trunc(sec / size), unit);
}

/** An address as people write it: `example.com/pricing`. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

/** Minutes and seconds, as players write them: `0:09`. */
export function formatLength(durationMs: number): string {
  const sec = Math.max(1, Math.round(durationMs / 1000));
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;
}

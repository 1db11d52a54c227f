/** Parameters that newsletters, campaigns and advertisers add to an address; the page is the same without them. */
const trackingNames = new Set([
  ...['_ga', '_gac', '_gl', 'dclid', 'fbclid', 'gad_source', 'gbraid', 'gclid', 'gclsrc', 'wbraid'],
  ...['igshid', 'li_fat_id', 'msclkid', 'mkt_tok', 'rdt_cid', 'sccid', 'srsltid', 'ttclid', 'twclid'],
  ...[
    'vero_conv',
    'vero_id',
    'wickedid',
    'yclid',
    '_hsenc',
    '_hsmi',
    '__hssc',
    '__hstc',
    '__hsfp',
    'hsctatracking',
  ],
  ...['_branch_match_id', '_openstat', 'epik', 's_cid'],
]);
const trackingPrefixes = ['utm_', 'mc_', 'pk_', 'mtm_', 'matomo_', 'piwik_'];

/**
 * The page that an address is about: without its fragment and tracking parameters, the host in its ASCII form and the scheme's
 * own port left out. The other parameters stay as they are and in their order, since a page may depend on both. `ref` and
 * `source` stay too: many sites show another page for them.
 * @throws TypeError where it is no address.
 */
export function pageAddress(url: string): string {
  const page = new URL(url);
  page.hash = '';
  const kept = page.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !isTracking(part));
  page.search = kept.join('&');
  return page.href;
}

function isTracking(parameter: string): boolean {
  const name = (new URLSearchParams(parameter).keys().next().value ?? '').toLowerCase();
  return trackingNames.has(name) || trackingPrefixes.some((prefix) => name.startsWith(prefix));
}

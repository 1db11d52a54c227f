import ipaddr from 'ipaddr.js';
import type { RefusalCode } from './outcome.ts';

/**
 * Tells what an address is reserved for, unless it is public unicast. ipaddr.js knows the registries. This adds the metadata
 * services of clouds, and refuses IPv6 by default, because only 2000::/3 is assigned for public use.
 * @returns the reason to refuse it, or undefined for a public unicast address.
 * @throws Error when `address` is not an IP address at all.
 */
export function specialUse(address: string): RefusalCode | undefined {
  const parsed = ipaddr.parse(address);
  const plain = parsed.toString().replace(/%.*$/, '');
  if (metadataAddresses.has(plain)) return 'metadata';
  return parsed instanceof ipaddr.IPv4 ? specialIpv4(parsed) : specialIpv6(parsed as ipaddr.IPv6);
}

/**
 * Metadata services, which hand a cloud's credentials to every client: AWS and most others, AWS over IPv6, Alibaba, Oracle,
 * Azure's wire server.
 */
const metadataAddresses = new Set([
  '169.254.169.254',
  '169.254.170.2',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
]);

/** Names of those services, whatever they resolve to. */
export const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

const documentation4 = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);
const benchmarking4 = ipaddr.IPv4.parseCIDR('198.18.0.0/15');

const ipv4Codes: Record<string, RefusalCode> = {
  loopback: 'loopback',
  private: 'private',
  linkLocal: 'link_local',
  carrierGradeNat: 'carrier_grade_nat',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
};

function specialIpv4(address: ipaddr.IPv4): RefusalCode | undefined {
  const range = address.range();
  if (range === 'unicast') return undefined;
  if (documentation4.some((cidr) => address.match(cidr))) return 'documentation';
  if (address.match(benchmarking4)) return 'benchmarking';
  return ipv4Codes[range] ?? 'reserved';
}

const publicUse6 = ipaddr.IPv6.parseCIDR('2000::/3');
const documentation6 = ['2001:db8::/32', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));
const ipv4Compatible6 = ipaddr.IPv6.parseCIDR('::/96');

const ipv6Codes: Record<string, RefusalCode> = {
  unspecified: 'unspecified',
  loopback: 'loopback',
  linkLocal: 'link_local',
  multicast: 'multicast',
  uniqueLocal: 'unique_local',
  deprecatedSiteLocal: 'site_local',
  ipv4Mapped: 'ipv4_mapped',
  rfc6145: 'nat64',
  rfc6052: 'nat64',
  '6to4': '6to4',
  teredo: 'teredo',
  benchmarking: 'benchmarking',
};

function specialIpv6(address: ipaddr.IPv6): RefusalCode | undefined {
  const range = address.range();
  if (range === 'unicast') {
    if (address.match(ipv4Compatible6)) return 'ipv4_compatible';
    return address.match(publicUse6) ? undefined : 'reserved';
  }
  if (documentation6.some((cidr) => address.match(cidr))) return 'documentation';
  return ipv6Codes[range] ?? 'reserved';
}

/** The code in words, to be put after "… is". */
export const inWords: Partial<Record<RefusalCode, string>> = {
  loopback: 'a loopback address',
  private: 'a private address',
  link_local: 'a link-local address',
  carrier_grade_nat: "an address of a provider's inner network",
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
  unspecified: 'an unspecified address',
  reserved: 'a reserved address',
  documentation: 'an address reserved for documentation',
  benchmarking: 'an address reserved for benchmarks',
  unique_local: 'a private address',
  site_local: 'a private address',
  ipv4_mapped: 'an IPv4 address wrapped in an IPv6 one',
  ipv4_compatible: 'an IPv4 address wrapped in an IPv6 one',
  '6to4': 'an IPv4 address wrapped in an IPv6 one',
  teredo: 'an IPv4 address wrapped in an IPv6 one',
  nat64: 'an IPv4 address wrapped in an IPv6 one',
  metadata: "a cloud's metadata service",
};

import ipaddr from 'ipaddr.js';

/** What counts as one caller. An IPv6 address counts as its /64 network: one customer has 2^64 addresses. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}

/** The part of an address that people recognise their network by: `203.0.113.x`, `2001:db8:1:x`. */
export function shownNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return '';
  const address = ipaddr.process(ip);
  if (address.range() === 'loopback') return 'this machine';
  if (address instanceof ipaddr.IPv6)
    return `${address.parts
      .slice(0, 3)
      .map((part) => part.toString(16))
      .join(':')}:x`;
  return `${address.toString().replace(/\d+$/, '')}x`;
}

/**
 * The outbound guard: the only way from a browser to the network, a proxy in our process that dials nothing but public
 * addresses it has checked itself. Whoever launches a browser comes in; it touches the network and nothing else of ours
 * but `log` and the recorder's `fault`.
 *
 * A browser must be launched so that nothing goes round it: see `guardFlags`.
 */
export { presentCredentials } from './credential.ts';
export { type Guard, type GuardOptions, startGuard } from './guard.ts';
export { assertAllowedUrl } from './url.ts';

/** Chromium's flags: everything through the proxy, loopback too, and no protocol that cannot be proxied. */
export const guardFlags = (guard: { url: string }): string[] => [
  `--proxy-server=${guard.url}`,
  '--proxy-bypass-list=<-loopback>',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * The outbound guard: a proxy in our process, and a browser's only way to the network. It connects to no address but public ones
 * that it has checked itself. Whoever launches a browser comes in. It touches the network, and of ours it imports only `log` and
 * the contract's `fault`.
 *
 * A browser must be launched with flags that let no traffic bypass the guard: see `guardFlags`.
 */
export { presentCredentials } from './credential.ts';
export { type Guard, type GuardOptions, startGuard } from './guard.ts';
export { assertAllowedUrl } from './url.ts';

/** Chromium's flags that send everything through the proxy, loopback too, and turn off protocols that cannot be proxied. */
export const guardFlags = (guard: { url: string }): string[] => [
  `--proxy-server=${guard.url}`,
  '--proxy-bypass-list=<-loopback>',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

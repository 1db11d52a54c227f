/** The guard, and what it wants to be shown. */
export interface ProxySettings {
  /** `http://127.0.0.1:port`, without credentials. */
  url: string;
  username?: string;
  password?: string;
}

export interface FlagOptions {
  windowSize: { width: number; height: number };
  deviceScaleFactor: number;
  proxy: ProxySettings | undefined;
  sandbox: boolean;
  beginFrame: boolean;
}

/** The command line of the browser. Each group says what it is for. */
export function browserFlags(options: FlagOptions): string[] {
  const { windowSize, deviceScaleFactor, proxy, sandbox, beginFrame } = options;
  return [
    // The picture: the same on every machine, without scroll bars, drawn on the CPU (SwiftShader took twice as long).
    '--hide-scrollbars',
    '--mute-audio',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--window-size=${windowSize.width},${windowSize.height}`,
    `--force-device-scale-factor=${deviceScaleFactor}`,
    // Tiles as wide as the picture: putting it together from squares of 256 took 14 ms of CPU a frame instead of 11.
    `--default-tile-width=${Math.ceil((windowSize.width * deviceScaleFactor) / 64) * 64}`,
    '--default-tile-height=256',
    // Two raster threads for two cores: a scrolled frame took 27 ms instead of 32.
    '--num-raster-threads=2',
    // No throttling of a page that nobody looks at.
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    ...(beginFrame ? beginFrameFlags : []),
    // One renderer for the page and the frames in it, so that one virtual clock moves them all.
    '--disable-site-isolation-trials',
    `--disable-features=${disabledFeatures.join(',')}`,
    // Nothing leaves the machine except through the proxy, and the browser asks for nothing of its own accord.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-pings',
    '--no-first-run',
    '--dns-prefetch-disable',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ...(proxy ? [`--proxy-server=${proxy.url}`, '--proxy-bypass-list=<-loopback>'] : thisMachineAlone),
    ...(sandbox ? [] : ['--no-sandbox', '--no-zygote']),
  ];
}

/** For pages of our own: whatever else they name is not there, at once and without a question to the network. */
export const thisMachineAlone = [
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE ::1',
];

// Chromium draws a frame when, and only when, it is asked to.
const beginFrameFlags = [
  '--deterministic-mode',
  '--enable-begin-frame-control',
  '--disable-new-content-rendering-timeout',
  '--run-all-compositor-stages-before-draw',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-checker-imaging',
  '--disable-image-animation-resync',
  '--enable-surface-synchronization',
];

const disabledFeatures = [
  'Translate',
  // Holds the old page's picture while the new one loads; we cut instead.
  'PaintHolding',
  'IsolateOrigins',
  'site-per-process',
  // A page that comes back from this cache keeps an old virtual clock.
  'BackForwardCache',
  'OptimizationHints',
  'MediaRouter',
  'InterestFeedContentSuggestions',
  'AutofillServerCommunication',
  'HttpsUpgrades',
];

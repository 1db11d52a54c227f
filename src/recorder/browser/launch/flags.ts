/** Where the guard's proxy listens, and the credentials it asks for. */
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

/** The browser's command line. A comment on each group says what it is for. */
export function browserFlags(options: FlagOptions): string[] {
  const { windowSize, deviceScaleFactor, proxy, sandbox, beginFrame } = options;
  return [
    // The picture is the same on every machine, has no scroll bars and is drawn on the CPU (SwiftShader took twice as long).
    '--hide-scrollbars',
    '--mute-audio',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--window-size=${windowSize.width},${windowSize.height}`,
    `--force-device-scale-factor=${deviceScaleFactor}`,
    // Tiles are as wide as the picture: assembling it from squares of 256 pixels took 14 ms of CPU a frame instead of 11.
    `--default-tile-width=${Math.ceil((windowSize.width * deviceScaleFactor) / 64) * 64}`,
    '--default-tile-height=256',
    // Two raster threads for two cores: a scrolled frame took 27 ms instead of 32.
    '--num-raster-threads=2',
    // Chromium would throttle a page whose window is not visible.
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    ...(beginFrame ? beginFrameFlags : []),
    // The page and its frames share one renderer process, so that one virtual clock drives them all.
    '--disable-site-isolation-trials',
    `--disable-features=${disabledFeatures.join(',')}`,
    // Nothing leaves the machine except through the proxy, and the browser sends no requests of its own.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-pings',
    '--no-first-run',
    '--dns-prefetch-disable',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ...(proxy ? [`--proxy-server=${proxy.url}`, '--proxy-bypass-list=<-loopback>'] : loopbackOnlyFlags),
    ...(sandbox ? [] : ['--no-sandbox', '--no-zygote']),
  ];
}

/** For pages on this machine. Every other host fails at once, without a DNS query. */
export const loopbackOnlyFlags = [
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE ::1',
];

// With these Chromium draws a frame only on demand.
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
  // It keeps showing the old page while the new one loads; the film cuts instead.
  'PaintHolding',
  'IsolateOrigins',
  'site-per-process',
  // A page that is restored from this cache keeps an outdated virtual clock.
  'BackForwardCache',
  'OptimizationHints',
  'MediaRouter',
  'InterestFeedContentSuggestions',
  'AutofillServerCommunication',
  'HttpsUpgrades',
];

/** What `sdk.js` leaves in the page. */
export interface ShowreelSdk {
  render(element: Element): void;
  refresh(element?: Element): void;
}

const loading = new Map<string, Promise<ShowreelSdk>>();

/**
 * Loads `sdk.js` of a service once for each page, and takes a tag that is there already. A page with Trusted Types has to have the tag itself.
 * @throws Error where the script cannot be loaded; the next call tries again
 */
export function loadSdk({ service, apiKey }: { service: string; apiKey?: string }): Promise<ShowreelSdk> {
  const src = new URL('/sdk.js', service).href;
  const tag = [...document.scripts].find((one) => one.src === src) ?? addTag(src);
  if (apiKey) tag.dataset.showreelKey ||= apiKey;
  const known = sdkOf();
  if (known) return Promise.resolve(known);
  const started = loading.get(src) ?? untilLoaded(tag, src);
  loading.set(src, started);
  return started;
}

function addTag(src: string): HTMLScriptElement {
  const tag = document.createElement('script');
  tag.async = true;
  tag.src = src;
  document.head.append(tag);
  return tag;
}

function untilLoaded(tag: HTMLScriptElement, src: string): Promise<ShowreelSdk> {
  return new Promise((resolve, reject) => {
    tag.addEventListener('load', () => {
      const sdk = sdkOf();
      if (sdk) resolve(sdk);
    });
    tag.addEventListener('error', () => {
      loading.delete(src);
      tag.remove();
      reject(new Error(`${src} could not be loaded.`));
    });
  });
}

const sdkOf = () => (window as { Showreel?: ShowreelSdk }).Showreel;

/** Shows the demo that the attributes of the element name. A script that cannot be loaded is told by the event of every other fault. */
export function show(element: Element, options: { service: string; apiKey?: string }): void {
  loadSdk(options).then(
    (sdk) => element.isConnected && sdk.render(element),
    (fault: Error) =>
      element.dispatchEvent(
        new CustomEvent('showreel:state', {
          bubbles: true,
          detail: { state: 'error', message: fault.message },
        }),
      ),
  );
}

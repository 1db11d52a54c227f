/** The custom element `<showreel-demo>`, which programs install as `@showreel/element`. Importing it needs no browser. */
import { show } from './load-sdk.ts';
import { attributesOf, type ShowreelDemoOptions, type ShowreelState } from './options.ts';

export type { ShowreelDemoOptions, ShowreelState };

const names = [
  ...['service', 'api-key', 'project', 'demo', 'prompt', 'template', 'section', 'presentation'],
  ...['aspect', 'autoplay', 'loop', 'muted', 'controls', 'theme'],
] as const;

// A server has no such class. It only imports the module, and makes no element.
const Element: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** Shows a demo. Its attributes are those of `ShowreelDemoOptions`, with `api-key` for `apiKey` and JSON in `presentation`. */
export class ShowreelDemoElement extends Element {
  static readonly observedAttributes: readonly string[] = names;
  #isAsked = false;

  connectedCallback(): void {
    this.style.display ||= 'block';
    this.#update();
  }

  attributeChangedCallback(): void {
    this.#update();
  }

  /** Once for all attributes that change together. */
  #update(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    queueMicrotask(() => {
      this.#isAsked = false;
      const service = this.getAttribute('service');
      if (!this.isConnected || service === null) return;
      for (const [name, value] of Object.entries(attributesOf(this.#options()))) {
        if (value === undefined) this.removeAttribute(name);
        else this.setAttribute(name, value);
      }
      const apiKey = this.getAttribute('api-key');
      show(this, { service, ...(apiKey !== null && { apiKey }) });
    });
  }

  #options(): Partial<ShowreelDemoOptions> {
    const text = (name: string) => this.getAttribute(name) ?? undefined;
    // As `sdk.js` reads them: without a value is on.
    const flag = (name: string) => {
      const value = this.getAttribute(name);
      return value === null ? undefined : value !== '0' && value !== 'false';
    };
    const entries = [
      ...['project', 'demo', 'prompt', 'template', 'section', 'aspect', 'theme'].map((name) => [
        name,
        text(name),
      ]),
      ...['autoplay', 'loop', 'muted', 'controls'].map((name) => [name, flag(name)]),
      ['presentation', this.hasAttribute('presentation') ? JSON.parse(text('presentation')!) : undefined],
    ];
    return Object.fromEntries(entries);
  }
}

/** Makes the element known to the page. A second call does nothing, and neither does a call on a server. */
export function defineShowreelDemo(name = 'showreel-demo'): void {
  if (typeof customElements === 'undefined' || customElements.get(name)) return;
  customElements.define(name, ShowreelDemoElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'showreel-demo': ShowreelDemoElement;
  }
  interface HTMLElementEventMap {
    'showreel:state': CustomEvent<ShowreelState>;
  }
}

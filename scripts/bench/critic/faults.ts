import type { ActionScript } from '../../../src/recorder/contract/script.ts';
import type { TakeFrame } from '../../../src/recorder/contract/take-frame.ts';

/** A fault that a viewer sees, in several wordings or shapes: each page gets another one. */
export interface PlantedFault {
  kind: string;
  /** Any of these findings names it. */
  codes: readonly string[];
  /** What is planted in the page. */
  shapes: readonly { html?: string; tamper?: () => (frame: TakeFrame) => TakeFrame }[];
  steps: ActionScript['steps'];
}

const hold = (minMs: number, more: object = {}) =>
  ({
    type: 'customStep',
    name: 'showreel.hold',
    parameters: { minMs, ...more },
  }) as ActionScript['steps'][number];
const planted = { selectors: ['#planted'] };
const press = (intent: string) =>
  ({
    ...{ type: 'click', offsetX: 20, offsetY: 10, showreel: { intent } },
    ...planted,
  }) as ActionScript['steps'][number];
const closeUp = (zoom: number, intent = 'The offer') =>
  ({
    type: 'customStep',
    name: 'showreel.camera',
    parameters: { selectors: ['#planted'], zoom },
    showreel: { intent },
  }) as ActionScript['steps'][number];

const looking = [hold(2_000), hold(2_000)];
const lookingOn = () => [hold(1_200), begin, hold(2_600)];

/** In the middle of the first screen, over whatever stands there. */
const box = (style: string, inner: string, more = '') =>
  `<div ${more} style="position:absolute;left:420px;top:260px;width:560px;padding:28px;background:#fff;color:#222;border:1px solid #999;font:18px/1.4 sans-serif;z-index:50;${style}">${inner}</div>`;
const button = (style = '', label = 'See the yearly plan') =>
  `<button id="planted" style="padding:14px 22px;font:600 18px sans-serif;background:#1f4fd8;color:#fff;border:0;border-radius:8px;${style}">${label}</button>`;
const insteadOfAll = (html: string, style = '') =>
  `<script>document.body.innerHTML=${JSON.stringify(html)};document.body.style.cssText=${JSON.stringify(`margin:0;background:#fff;color:#222;font:18px sans-serif;${style}`)}</script>`;
/** The page keeps its navigation, but no header that fills the screen: what is planted would stand below it. */
const insteadOfMain = (html: string) =>
  `<script>{const around=[...document.querySelectorAll('nav,header')].find(e=>e.offsetHeight<300);around?.querySelectorAll('h1,h2,p').forEach(e=>e.remove());document.body.replaceChildren(...(around?[around]:[]));document.body.insertAdjacentHTML('beforeend',${JSON.stringify(`<main style="padding:120px 40px;text-align:center">${html}</main>`)})}</script>`;
/** Happens in the page while it is filmed, half a second after {@link begin}. */
const during = (script: string) =>
  `<script>window.plantedBegins = () => setTimeout(() => { ${script} }, 500)</script>`;
const begin = { type: 'waitForExpression', expression: '(window.plantedBegins?.(), true)' } as const;
const inserted = (html: string) => `document.body.insertAdjacentHTML('beforeend',${JSON.stringify(html)})`;
const bottomBar =
  'position:fixed;left:0;right:0;bottom:0;padding:26px 40px;background:#fff;color:#222;box-shadow:0 0 20px #0004;z-index:9999;font:16px sans-serif';
const corner =
  'position:fixed;right:24px;bottom:24px;width:350px;height:460px;background:#fff;color:#222;box-shadow:0 0 30px #0005;border-radius:14px;z-index:9999;font:15px sans-serif;padding:18px';

const bannerAfterLook = (html: string) => ({ html: during(inserted(html)) });

/** Moves the camera from a moment on by a part of what it shows. */
const cameraAside = (fromMs: number, x: number, y: number) => () => (frame: TakeFrame) =>
  frame.timeMs < fromMs
    ? frame
    : { ...frame, camera: { ...frame.camera, x: frame.camera.x + x, y: frame.camera.y + y } };

/** The film stands from a moment on for a while. */
const standing = (fromMs: number, forMs: number) => () => {
  let held: TakeFrame | null = null;
  return (frame: TakeFrame): TakeFrame => {
    if (frame.timeMs < fromMs || frame.timeMs > fromMs + forMs) return frame;
    held ??= frame;
    const { camera, cursor, caption } = held;
    return { ...frame, image: null, click: null, camera, cursor, caption };
  };
};

export const plantedFaults: readonly PlantedFault[] = [
  {
    kind: 'blank',
    codes: ['blank_picture'],
    shapes: ['#fff', '#f7f7f9', '#101014', 'rgb(238,238,242)'].map((color) => ({
      html: `<div style="position:fixed;inset:0;background:${color};z-index:99999"></div>`,
    })),
    steps: looking,
  },
  {
    kind: 'spinner',
    codes: ['still_loading'],
    shapes: [
      {
        html: insteadOfMain(
          '<style>@keyframes go{to{transform:rotate(1turn)}}</style><div style="height:400px;display:grid;place-items:center"><i style="width:56px;height:56px;border:6px solid #ddd;border-left-color:#36c;border-radius:50%;animation:go .9s linear infinite"></i></div>',
        ),
      },
      {
        html: insteadOfMain(
          '<svg width="64" height="64" viewBox="0 0 50 50"><circle cx="25" cy="25" r="20" fill="none" stroke="#36c" stroke-width="5" stroke-dasharray="80 60"><animateTransform attributeName="transform" type="rotate" from="0 25 25" to="360 25 25" dur="1s" repeatCount="indefinite"/></circle></svg>',
        ),
      },
      {
        html: insteadOfMain(
          '<style>@keyframes b{50%{transform:translateY(-14px)}}.loading-dots i{display:inline-block;width:14px;height:14px;border-radius:50%;background:#36c;margin:4px;animation:b .8s infinite}</style><div class="loading-dots"><i></i><i></i><i></i></div>',
        ),
      },
      {
        html: insteadOfMain(
          '<style>@keyframes s{to{background-position:-200% 0}}.skeleton{height:80px;margin:16px auto;width:700px;border-radius:8px;background:linear-gradient(90deg,#eee 25%,#ddd 50%,#eee 75%);background-size:200%;animation:s 1.4s infinite linear}</style><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div>',
        ),
      },
      { html: insteadOfAll('<div style="padding:300px 0;text-align:center">Loading…</div>') },
      {
        html: insteadOfMain('<div aria-busy="true" style="height:420px"><p>Fetching your data</p></div>'),
      },
    ],
    steps: looking,
  },
  {
    kind: 'error page',
    codes: ['error_page', 'ends_on_error_page'],
    shapes: [
      '<h1>Something went wrong</h1><p>Please reload the page.</p>',
      '<h1>We can’t find that page</h1><a href="/">Home</a>',
      '<h1>500</h1><p>Internal server error</p>',
      '<h2>This page isn’t available</h2><p>The link may be broken.</p>',
      '<h1>Service unavailable</h1><p>Try again in a moment.</p>',
      '<h1>Fehler 404</h1><p>Diese Seite wurde nicht gefunden.</p>',
    ].map((html) => ({ html: insteadOfMain(html) })),
    steps: looking,
  },
  {
    kind: 'sign-in wall',
    codes: ['sign_in_page', 'ends_on_sign_in'],
    shapes: [
      '<h1>Sign in</h1><form><input type="email" placeholder="Email"><input type="password"><button>Continue</button></form>',
      '<h1>Welcome back</h1><form><label>User <input></label><label>Password <input type="password"></label><button>Log in</button></form><a href="#">Forgot password?</a>',
      '<h1>Log in to continue</h1><form><input type="email"><button>Next</button></form><button>Sign in with Google</button>',
      '<h1>Bitte melden Sie sich an</h1><form><input><input type="password"><button>Anmelden</button></form>',
      '<h1>Members only</h1><form><input type="password" placeholder="Passcode"><button>Enter</button></form>',
    ].map((html) => ({ html: insteadOfMain(html) })),
    steps: looking,
  },
  {
    kind: 'cookie banner',
    codes: ['banner_left'],
    shapes: [
      bannerAfterLook(
        `<div class="cc" style="${bottomBar}">We and our partners use cookies. <button>Accept all</button> <button>Manage choices</button></div>`,
      ),
      bannerAfterLook(
        `<section style="${bottomBar}">This website stores cookies on your computer. <a href="#">Privacy policy</a> <button>OK</button></section>`,
      ),
      bannerAfterLook(
        `<div style="${bottomBar}">Diese Website verwendet Cookies. <button>Alle akzeptieren</button></div>`,
      ),
      bannerAfterLook(
        `<div id="gdpr" style="${bottomBar}">Nous utilisons des cookies pour améliorer votre visite. <button>Accepter</button></div>`,
      ),
      bannerAfterLook(
        `<div role="dialog" style="${corner};height:220px"><b>Your privacy</b><p>We value your privacy and use cookies to measure visits.</p><button>I agree</button></div>`,
      ),
    ],
    steps: lookingOn(),
  },
  {
    kind: 'chat window',
    codes: ['banner_left'],
    shapes: [
      bannerAfterLook(
        `<div class="x-helper" style="${corner}"><b>Hi there</b><p>Do you have any questions?</p><div contenteditable="true">Write…</div></div>`,
      ),
      bannerAfterLook(
        `<div class="support-widget" style="${corner}"><b>Chat with us</b><p>How can we help?</p><input placeholder="Type your message…"></div>`,
      ),
      bannerAfterLook(
        `<div style="${corner}"><b>Ann from Support</b><p>Hello! Do you have questions?</p><textarea placeholder="Write a message"></textarea></div>`,
      ),
      bannerAfterLook(
        `<aside style="${corner};right:auto;left:24px"><b>Live chat</b><input placeholder="Your message"></aside>`,
      ),
    ],
    steps: lookingOn(),
  },
  {
    kind: 'dead press',
    codes: ['nothing_happened'],
    shapes: [
      { html: box('', button()) },
      { html: box('left:90px;top:520px', button('', 'Add to cart')) },
      { html: box('', `<style>#planted:active{background:#012}</style>${button('', 'Open')}`) },
      { html: box('left:700px', '<a id="planted" href="#" onclick="return false">Show the details</a>') },
    ],
    steps: [press('See what it does'), hold(2_500, { weight: 4 })],
  },
  {
    kind: 'target cut off',
    codes: ['cut_off', 'out_of_view'],
    shapes: [
      { html: box('', button()), tamper: cameraAside(1_500, 640, 0) },
      { html: box('', button()), tamper: cameraAside(1_500, 0, 560) },
      { html: box('left:900px', button()), tamper: cameraAside(1_500, -900, 0) },
      {
        html: `<div id="planted" style="position:absolute;left:1180px;top:300px;width:560px;padding:30px;background:#fd6;z-index:9;font:30px sans-serif">Only this week</div><style>html,body{overflow-x:hidden!important}</style>`,
      },
    ],
    steps: [hold(800), closeUp(1.8), hold(2_500)],
  },
  {
    kind: 'target never in view',
    codes: ['out_of_view', 'cut_off'],
    shapes: [
      { html: box('', button()), tamper: cameraAside(1_200, 1_800, 0) },
      { html: box('', button()), tamper: cameraAside(1_200, -1_700, 300) },
      { html: box('', button()), tamper: cameraAside(1_200, 0, 1_400) },
    ],
    steps: [hold(800), closeUp(1.6), hold(2_500)],
  },
  {
    kind: 'frozen picture',
    codes: ['stands_still'],
    shapes: [
      { tamper: standing(1_000, 4_000) },
      { tamper: standing(1_600, 3_200) },
      { tamper: standing(2_000, 3_000) },
    ],
    steps: looking,
  },
  {
    kind: 'jump',
    codes: ['jumps'],
    shapes: [
      {
        html: during(
          `document.body.insertAdjacentHTML('afterbegin','<div style="height:190px;background:#246;color:#fff;font:30px sans-serif;padding:40px">News: we have moved</div>')`,
        ),
      },
      { tamper: cameraAside(3_000, 180, 60) },
      { tamper: cameraAside(2_500, 0, 130) },
      { html: during(`scrollBy({top:330,behavior:'instant'})`) },
      {
        html: during(
          `{const e=[...document.querySelectorAll('main,section,header,body>div')].find(e=>Math.abs(e.getBoundingClientRect().top)<400)||document.body;e.insertAdjacentHTML('afterbegin','<div style="height:140px;background:#fc3"></div>')}`,
        ),
      },
    ],
    steps: lookingOn(),
  },
  {
    kind: 'unreadable text',
    codes: ['text_too_small', 'text_too_pale'],
    shapes: [
      {
        html: box(
          '',
          '<div id="planted" style="font-size:4px;width:500px;height:300px">All that is in the plan: thirty projects, ten people and a year of history for each of them.</div>',
        ),
      },
      {
        html: box(
          '',
          '<div id="planted" style="color:#e4e4e4;height:200px">All that is in the plan: thirty projects, ten people and a year of history.</div>',
        ),
      },
      {
        html:
          '<style>body *{font-size:6px!important;line-height:8px!important}</style>' +
          box('', '<p id="planted">All that is in the plan, for a year and for each of ten people.</p>'),
      },
      {
        html: box(
          'background:#203060',
          '<p id="planted" style="color:#2a3a70">All that is in the plan: thirty projects and ten people.</p>',
        ),
      },
      {
        html: box(
          '',
          '<p id="planted" style="opacity:.12">All that is in the plan: thirty projects and ten people.</p>',
        ),
      },
    ],
    steps: [hold(800), closeUp(1.3), hold(2_500)],
  },
  {
    kind: 'caption over its subject',
    codes: ['caption_covers'],
    shapes: [
      {
        html: box(
          'position:fixed;left:440px;top:830px;padding:0;width:560px',
          '<div id="planted" style="height:60px">30 € a month</div>',
        ),
      },
      {
        html: box(
          'position:fixed;left:520px;top:810px;padding:0;width:400px',
          '<div id="planted" style="height:70px">30 € a month</div>',
        ),
      },
      {
        html: box(
          'position:fixed;left:380px;top:838px;padding:0;width:680px',
          '<div id="planted" style="height:50px">30 € a month</div>',
        ),
      },
    ],
    steps: [
      hold(800),
      closeUp(1, 'The price'),
      {
        type: 'customStep',
        name: 'showreel.caption',
        parameters: { text: 'One price for every team, and nothing hidden in it' },
        showreel: { intent: 'The price' },
      },
      { ...hold(2_600), showreel: { intent: 'The price' } },
    ] as ActionScript['steps'],
  },
  {
    kind: 'poster before the outcome',
    codes: ['poster_misses'],
    shapes: [
      {
        html: box(
          '',
          `<b id="price" style="font-size:44px">12 € a month</b><br>${button('', 'Yearly')}<script>planted.onclick=()=>price.textContent='99 € a year'</script>`,
        ),
      },
      {
        html: box(
          '',
          `${button('', 'Show the result')}<div id="r"></div><script>planted.onclick=()=>r.innerHTML='<h2>Saved: 4 of 4</h2><p>All is done.</p>'</script>`,
        ),
      },
      {
        html: box(
          '',
          `<p id="s">Draft</p>${button('', 'Publish')}<script>planted.onclick=()=>{s.textContent='Published for everybody';s.style.background='#bfd'}</script>`,
        ),
      },
    ],
    steps: [
      { ...closeUp(1.2), showreel: { intent: 'The offer', subject: true } },
      { ...hold(1_500), showreel: { intent: 'The offer', subject: true } },
      press('Switch it'),
      hold(1_800),
    ] as ActionScript['steps'],
  },
];

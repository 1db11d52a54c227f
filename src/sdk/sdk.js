(() => {
  const page = document;
  const find = (selector) => [...page.querySelectorAll(selector)];
  // A script that a loader evaluates as a module has no `currentScript`.
  const script = page.currentScript ?? find('script[src*="/sdk.js"][data-showreel-key]').pop();
  if (!script?.src || window.Showreel?.refresh) return;
  const { origin } = new URL(script.src);

  const warn = (...words) => console.warn('Showreel:', ...words);
  // An error of this script must not break the page.
  const guarded =
    (act) =>
    (...given) => {
      try {
        act(...given);
      } catch (fault) {
        warn(fault);
      }
    };

  // A setting of the script tag. Where it is missing, another tag of the same service may have it.
  const setting = (name) =>
    [script, ...find('script[src]')].find((one) => one.dataset[name] && one.src.startsWith(`${origin}/`))
      ?.dataset[name];

  // The service's database refuses NUL, and half of a surrogate pair, which cutting may leave.
  const clean = (text, most) =>
    (text ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, most)
      .replace(/[\p{Cs}\0]/gu, '');

  // In an application that shows many pages in one document, the canonical link is often still that of the first page.
  let canonical = {};
  const pageUrl = () => {
    const { href, pathname } = location;
    const said = find('link[rel~=canonical]')[0]?.href ?? '';
    if (said !== canonical.said) canonical = { said, pathname };
    return (/^http/.test(said) && canonical.pathname === pathname ? said : href).split('#')[0];
  };

  const contextOf = (url) => ({
    url,
    title: clean(page.title, 200),
    headings: find('h1,h2')
      .map((heading) => clean(heading.textContent, 200))
      .filter(Boolean)
      .slice(0, 20),
    description: clean(find('meta[name=description]')[0]?.content, 500),
  });

  const playerNames = ['autoplay', 'loop', 'muted', 'controls', 'theme'];
  const askNames = ['prompt', 'template', 'section', 'presentation'];

  // The demo that an element asks for. The page's title and headings do not count: they may change while the demo stays.
  const wantedBy = ({ dataset }) => {
    const player = new URLSearchParams();
    for (const name of playerNames) if (name in dataset) player.set(name, dataset[name] || 1);
    const ask = { project_id: dataset.project || setting('showreelProject'), url: pageUrl() };
    for (const name of askNames) ask[name] = dataset[name]?.trim() || undefined;
    return { player: `${player}`, ...(dataset.demo ? { demo: dataset.demo } : { ask }) };
  };

  // Elements that ask for the same demo share one request, also when a visitor returns to a page.
  let answers = new Map();
  let notBefore = 0;

  const demoFor = (ask) => {
    const name = JSON.stringify(ask);
    if (!answers.has(name)) {
      const answer = request(ask);
      answers.set(name, answer);
      answer.catch(() => answers.delete(name));
    }
    return answers.get(name);
  };

  const fail = (message, more) => Object.assign(new Error(message), more);

  const request = async ({ url, presentation, ...ask }) => {
    const key = setting('showreelKey');
    if (!key) throw fail('the script tag needs data-showreel-key="sr_pub_…"');
    const body = JSON.stringify({
      ...ask,
      presentation: presentation && JSON.parse(presentation),
      context: contextOf(url),
    });
    if (Date.now() < notBefore) throw fail('too many requests', { again: notBefore });
    const answer = await fetch(`${origin}/api/v1/embed/generate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body,
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
    }).catch((fault) => {
      throw fail(fault.message, { passes: true });
    });
    const { status, headers } = answer;
    const said = await answer.json().catch(() => ({}));
    if (answer.ok && said.demoId) return said.demoId;
    const isBusy = status === 429;
    if (isBusy) notBefore = Date.now() + (headers.get('Retry-After') || 10) * 1000;
    throw fail(said.error ?? status, { again: isBusy && notBefore, passes: status >= 500 });
  };

  // The page may have styles for frames. `!important`, written as `!` here, overrides them.
  const style = [
    ':host{all:initial!;color-scheme:inherit!;display:block!;position:relative!;aspect-ratio:var(--s)!;overflow:hidden!;border-radius:inherit!;--a:light-dark(#ececf2,#1b1b24);--b:light-dark(#fafafd,#282834);--c:light-dark(#5f5f6f,#a0a0b2)}',
    ':host([data-theme=dark]){color-scheme:dark!}',
    ':host([data-theme=light]){color-scheme:light!}',
    '::slotted(*){all:initial!;position:absolute!;width:100%!;height:100%!;border:0!}',
    'div{position:absolute;inset:0;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;padding:16px;background:var(--a);color:var(--c);font:14px/1.4 system-ui,sans-serif;text-align:center}',
    '.busy{background:linear-gradient(100deg,var(--a) 35%,var(--b) 50%,var(--a) 65%) 0/300%;animation:s 1.8s linear infinite}',
    '@keyframes s{0%{background-position:100%}}',
    '@media(prefers-reduced-motion:reduce){.busy{animation:none}}',
    'button{padding:7px 16px;border:1px solid;border-radius:8px;background:var(--b);color:inherit;font:inherit;font-weight:600;cursor:pointer}',
  ]
    .join('')
    .replaceAll('!', '!important');
  let sheet;

  const make = (tag, more) => Object.assign(page.createElement(tag), more);

  // The box that an element shows. The player's frame stands in the page. The rest stands in a shadow tree, where the page's
  // styles do not apply.
  const draw = (element) => {
    const box = make('div');
    // The recorder leaves it out by this mark.
    box.dataset.showreelBox = '';
    const root = box.attachShadow({ mode: 'open' });
    if (!sheet) {
      // A page's content policy may forbid style elements, but not a style sheet that a script makes.
      sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
    }
    root.adoptedStyleSheets = [sheet];

    const tell = (state, more) =>
      element.dispatchEvent(new CustomEvent('showreel:state', { bubbles: true, detail: { state, ...more } }));

    const say = (textContent, retry) => {
      const panel = make('div', { role: 'status', className: retry ? '' : 'busy', textContent });
      if (retry) panel.append(make('button', { textContent: 'Try again', onclick: retry }));
      root.replaceChildren(panel);
      box.replaceChildren();
    };

    const play = (demoId, player) => {
      root.append(make('slot'));
      box.append(
        make('iframe', {
          title: element.title || element.dataset.prompt || 'Demo video',
          allow: 'autoplay; fullscreen; picture-in-picture',
          loading: 'lazy',
          src: `${origin}/embed/${encodeURIComponent(demoId)}?${player}`,
          onload() {
            root.firstChild.textContent = '';
            tell('player', { demoId });
          },
        }),
      );
    };
    return { box, tell, say, play };
  };

  // Finds or makes the demo of one element and shows it.
  const open = (element) => {
    const { box, tell, say, play } = draw(element);
    let timer;
    let turn = 0;

    const start = async (tries = 0) => {
      const mine = ++turn;
      clearTimeout(timer);
      const { demo, ask, player } = state.wanted;
      say('Preparing the demo…');
      tell('loading');
      try {
        const found = demo ?? (await demoFor(ask));
        if (mine === turn) play(found, player);
      } catch (fault) {
        if (mine !== turn) return;
        const { again, passes, message } = fault;
        const waitMs = again ? again - Date.now() : passes && tries < 2 ? 1500 * 4 ** tries : NaN;
        // A rate limit passes within a minute, so the script waits. A used-up quota lasts until the next month.
        if (waitMs < 120_000) {
          if (again) say('Many demos are being made just now. This one comes shortly.');
          timer = setTimeout(start, waitMs + 50, again ? 0 : tries + 1);
          return;
        }
        warn(message, element);
        say('The demo cannot be shown just now.', () => start());
        tell('error', { message });
      }
    };

    const state = {
      update() {
        const wanted = wantedBy(element);
        const name = JSON.stringify(wanted);
        if (box.parentNode !== element) element.replaceChildren(box);
        const { aspect } = element.dataset;
        box.style.setProperty('--s', /^\d+:\d+$/.test(aspect) ? aspect.replace(':', '/') : '16/9');
        if (name === state.name) return;
        Object.assign(state, { wanted, name });
        box.dataset.theme = element.dataset.theme ?? '';
        start();
      },
      close() {
        turn++;
        clearTimeout(timer);
        box.remove();
      },
    };
    return state;
  };

  const shown = new Map();
  const byHand = new WeakSet();

  const show = guarded((element) => {
    if (!shown.has(element)) shown.set(element, open(element));
    shown.get(element).update();
  });

  const scan = () => {
    for (const [element, state] of shown) {
      if (element.isConnected && (byHand.has(element) || 'showreel' in element.dataset)) continue;
      state.close();
      shown.delete(element);
    }
    for (const element of new Set([...find('[data-showreel]'), ...shown.keys()])) show(element);
  };

  // The script waits until the page has stopped changing. Earlier, the address and the words may belong to different pages.
  let timer;
  let since = 0;
  let restMs = 60;
  let address = location.href;
  const onChange = guarded(() => {
    if (address !== location.href) restMs = 300;
    address = location.href;
    since ||= Date.now();
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        since = 0;
        restMs = 60;
        scan();
      },
      Math.min(restMs, since + 2000 - Date.now()),
    );
  });

  const begin = guarded(() => {
    scan();
    new MutationObserver(onChange).observe(page.documentElement, {
      childList: true,
      subtree: true,
      attributeFilter: ['showreel', 'demo', 'project', 'aspect', ...askNames, ...playerNames].map(
        (name) => `data-${name}`,
      ),
    });
    addEventListener('popstate', onChange);
    if (window.navigation) navigation.addEventListener('currententrychange', onChange);
    else
      for (const name of ['pushState', 'replaceState']) {
        const original = history[name];
        history[name] = function (...given) {
          original.apply(this, given);
          onChange();
        };
      }
  });

  window.Showreel = Object.freeze({
    // Shows a demo in an element that no scan finds: one in a shadow tree, or one without `data-showreel`.
    render: guarded((element) => {
      byHand.add(element);
      show(element);
    }),
    // Asks for the demo again, for one element or for all.
    refresh: guarded((element) => {
      answers = new Map();
      for (const [one, state] of shown) if (!element || one === element) state.name = '';
      scan();
    }),
  });
  if (page.readyState === 'loading') page.addEventListener('DOMContentLoaded', begin);
  else begin();
})();

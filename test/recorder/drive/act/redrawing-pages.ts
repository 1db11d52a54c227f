import { type Answer, html } from '../../../support/site.ts';

/**
 * `state()` is what a test asks a page after the film. `elsewhere`: keys that came while no field had the focus. `unfocused`: frames with
 * a typed text in which no field had the focus.
 */
const page = (body: string, script: string): Answer =>
  html(`<!doctype html><title>Fields</title><style>body{margin:20px;font:16px sans-serif}
    input,select,.rich{display:block;width:180px;min-height:24px;margin:8px 0;border:1px solid #999}</style>
    <div id="root">${body}</div><script>
    const root = document.getElementById('root');
    const elsewhere = []; let unfocused = 0;
    addEventListener('keydown', ({ key, target }) => { if (target === document.body) elsewhere.push(key); }, true);
    const each = () => { if (typeof isTyped === 'function' && isTyped() && document.activeElement === document.body) unfocused++;
      requestAnimationFrame(each); };
    requestAnimationFrame(each);
    const field = (selector = 'input') => root.querySelector(selector);
    const state = () => ({ value: valueNow(), elsewhere, unfocused, ...(typeof more === 'function' && more()) });
    let valueNow = () => field().value;
    const anew = location.search === '?anew', later = location.search === '?later';
    ${script}</script>`);

/** Draws the whole of \`root\` from \`data\` at every \`input\`. */
const drawn = (fields: string, first: string, more = '') =>
  page(
    '',
    `const data = ${first}; let count = 0;
    const draw = () => { count++; root.innerHTML = ${fields}; };
    root.addEventListener('input', ({ target }) => { data[target.dataset.of] = target.value; draw(); });
    draw(); ${more}`,
  );

export const redrawingPages: Record<string, Answer> = {
  '/panel': drawn(
    `'<h2>Box</h2><input id="width" data-of="width" value="' + data.width + '"><input id="depth" type="number" step="any" data-of="depth" value="'
      + data.depth + '"><input id="mail" type="email" data-of="mail" value="' + data.mail + '"><p>' + data.width.length + ' characters</p>'`,
    `{ width: '10', depth: '3', mail: '' }`,
    `let last = ''; root.addEventListener('input', ({ target }) => { last = target.dataset.of; }, true);
    valueNow = () => data[last]; const isTyped = () => last !== '';`,
  ),
  '/rows': drawn(
    `'<ul>' + data.map((text, at) => '<li><input value="' + text + '" data-of="' + at + '"></li>').join('') + '</ul>'`,
    `['elm', 'fir', 'yew']`,
    `valueNow = () => data[1]; root.addEventListener('input', () => root.querySelectorAll('input').forEach((one, at) => {
      one.removeAttribute('data-of'); one.dataset.of = at; }));`,
  ),
  '/late': page(
    `<input id="note">`,
    `let text = ''; root.addEventListener('input', ({ target }) => { text = target.value;
      setTimeout(() => { root.innerHTML = '<input id="note" value="' + text + '">'; }, 40); });`,
  ),
  '/renamed': drawn(
    `'<p>Tree</p><input data-of="tree" id="f' + count + '" value="' + data.tree + '">'`,
    `{ tree: '' }`,
  ),
  '/trimmed': page(
    `<input id="title">`,
    `root.addEventListener('input', ({ target }) => {
      root.innerHTML = '<input id="title" value="' + target.value.trim() + '">'; });`,
  ),
  '/forgetful': page(
    `<input id="code">`,
    `let times = 0; root.addEventListener('input', ({ target }) => {
      const text = ++times < 2 ? '' : target.value; root.innerHTML = '<input id="code" value="' + text + '">'; });`,
  ),
  '/shadow': page(
    '',
    `let text = ''; const draw = () => { root.innerHTML = '<x-panel></x-panel>'; const inside = root.firstChild.attachShadow({ mode: 'open' });
      inside.innerHTML = '<input value="' + text + '">';
      inside.addEventListener('input', ({ target }) => { text = target.value; draw(); }); };
    draw(); valueNow = () => text;`,
  ),
  '/clicked': page(
    `<input id="size" value="500">`,
    `let text = '500'; const draw = () => { root.innerHTML = '<input id="size" value="' + text + '">'; };
    root.addEventListener('click', draw); root.addEventListener('input', ({ target }) => { text = target.value; draw(); });`,
  ),
  '/list': page(
    '',
    `let shape = 'flat', changes = 0; const draw = () => { root.innerHTML = '<select id="shape">' + ['flat', 'round'].map((one) =>
      '<option value="' + one + '"' + (one === shape ? ' selected' : '') + '>' + one + '</option>').join('') + '</select>'; };
    root.addEventListener('input', ({ target }) => { shape = target.value; draw(); });
    root.addEventListener('change', () => { changes++; }); draw(); valueNow = () => shape; const more = () => ({ changes });`,
  ),
  '/vanishing': page(
    `<input id="room">`,
    `let text = ''; root.addEventListener('input', ({ target }) => { text = target.value; if (text === 'at') root.innerHTML = '<p>Gone</p>'; });
    valueNow = () => text;`,
  ),
  '/grouped': page(
    `<input id="price">`,
    `root.addEventListener('input', ({ target }) => { const text = Number(target.value.replaceAll(',', '')).toLocaleString('en-US');
      if (anew) root.innerHTML = '<input id="price" value="' + text + '">';
      else { const at = target.selectionStart; target.value = text; target.setSelectionRange(at, at); } });`,
  ),
  '/short': page(`<input id="tag" maxlength="4">`, ''),
  '/dates': page(`<input id="day" type="date">`, ''),
  '/dropping': page(`<input id="city">`, `root.addEventListener('input', ({ target }) => target.blur());`),
  '/search': page(
    `<input id="seek">`,
    `const seek = field(); seek.addEventListener(later ? 'input' : 'focus', () => {
      if (!field('#over')) root.insertAdjacentHTML('beforeend', '<input id="over">');
      if (later) field('#over').value = seek.value; field('#over').focus(); });
    valueNow = () => field('#over').value;`,
  ),
  '/code': page(
    `<div><input id="first" maxlength="1"><input maxlength="1"><input maxlength="1"></div>`,
    `root.addEventListener('input', ({ target }) => target.nextElementSibling?.focus());
    valueNow = () => [...root.querySelectorAll('input')].map(({ value }) => value).join('');`,
  ),
  '/rich': page(
    `<div class="rich" id="story" contenteditable="true">Old words</div>`,
    `root.addEventListener('input', () => { const text = field('#story').innerText;
      if (!anew) { field('#story').textContent = text; return; }
      root.innerHTML = '<div class="rich" id="story" contenteditable="true"></div>'; field('#story').textContent = text; });
    valueNow = () => field('#story').innerText.replaceAll('\\u00a0', ' ');`,
  ),
  // As libraries do that keep the value themselves: an \`input\` whose value they know already is no edit, and the element always shows
  // the kept value.
  '/controlled': page(
    '',
    `let kept = '', known = ''; const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const mount = () => { root.replaceChildren(); const input = document.createElement('input'); input.id = 'owner'; input.value = kept;
      Object.defineProperty(input, 'value', { configurable: true, get() { return own.get.call(this); },
        set(text) { known = String(text); own.set.call(this, text); } });
      known = kept; root.append(input); };
    const draw = () => { if (anew) mount(); else field().value = kept; };
    root.addEventListener('input', ({ target }) => { const text = target.value; if (text === known) return; known = text;
      if (!later) { kept = text; draw(); return; }
      const before = kept; target.value = before; setTimeout(() => { kept = text; draw(); }, 120); });
    mount(); const more = () => ({ kept });`,
  ),
  '/plain': page(
    `<input id="plain" value="old">`,
    `const events = []; for (const type of ['keydown', 'keyup', 'input', 'change', 'blur'])
      field().addEventListener(type, (event) => events.push(type + (event.key ?? event.data ? ' ' + (event.key ?? event.data) : '')));
    const more = () => ({ events });`,
  ),
  '/tags': page(
    `<input id="tags">`,
    `const tags = []; root.addEventListener('input', ({ target }) => { if (!target.value.endsWith(',')) return;
      tags.push(target.value.slice(0, -1)); target.value = ''; }); const more = () => ({ tags });`,
  ),
};

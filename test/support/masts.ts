import { bodyOf, html, serveSite, type TestSite } from './site.ts';

/** Masts of a harbour, each with a drawer that stays open when its fee is saved. The server knows the fees. */
export async function serveMasts(): Promise<TestSite & { fees: Record<string, string> }> {
  const fees: Record<string, string> = { 12: '30', 14: '35', 21: '32', 23: '36' };
  const page = html(`<!doctype html><html lang="en"><title>Masts</title><style>
  body { margin: 0; font: 15px sans-serif } td, th { padding: 8px 16px; text-align: left } tbody tr { cursor: pointer } .line { display: flex; gap: 20px; padding: 10px 0 }
  .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .3) } .drawer { position: fixed; right: 0; top: 0; bottom: 0; width: 480px; background: #fff; padding: 16px; box-sizing: border-box }</style><main></main><div id="over"></div>
<script>
  const fees = ${JSON.stringify(fees)}, states = { 12: 'Let', 14: 'Idle', 21: 'Let', 23: 'Idle' };
  let open = null, isEdited = false;
  const draw = () => {
    document.querySelector('main').innerHTML = '<h1>Masts</h1><table><thead><tr><th>Mast</th><th>State</th><th>Height</th><th>Fee</th></tr></thead><tbody>' + Object.keys(fees).map((id) => '<tr data-do="open" data-id="' + id + '"><td>' + id + '</td><td><span style="background:#fe9">' + states[id] + '</span></td><td>18 m</td><td>€' + fees[id] + '</td></tr>').join('') + '</tbody></table>';
    over.innerHTML = open === null ? '' : '<div class="sheet"><div class="drawer" role="dialog" aria-modal="true" aria-label="Mast ' + open + '"><h2>Mast ' + open + '</h2><button data-do="close" aria-label="Close panel">×</button><div class="line"><span>Fee</span>' + (isEdited ? '<input value="' + fees[open] + '"><button data-do="save">Save</button>' : '<button data-do="edit">€' + fees[open] + '</button>') + '</div></div></div>';
  };
  const dos = {
    open: (id) => { open = id; }, close: () => { open = null; }, edit: () => { isEdited = true; },
    save: () => { fees[open] = document.querySelector('.drawer input').value; isEdited = false; fetch('/fees', { method: 'PUT', body: JSON.stringify(fees) }).catch(() => {}); },
  };
  document.addEventListener('click', ({ target }) => { const at = target.closest('[data-do]'); if (at) { dos[at.dataset.do](at.dataset.id); draw(); } });
  draw();
</script></html>`);
  const site = await serveSite('none', {
    '/': page,
    '/fees': async (request, response) => {
      Object.assign(fees, JSON.parse(await bodyOf(request)));
      response.writeHead(204).end();
    },
  });
  return { ...site, fees };
}

/**
 * A boat club made of plain elements with one listener for all presses: values that become their editors, lists and boxes that only look
 * so, numbers between two buttons, and a menu that stands on each boat's page.
 */
export const boatClub = `<!doctype html><title>Boat club</title>
<style>
  body{margin:0;font:14px sans-serif;display:flex}[data-do]{cursor:pointer}
  .side{width:180px;background:#eef;padding:12px}.side div{padding:8px}.main{flex:1;padding:20px}
  .line{display:flex;padding:8px;border-bottom:1px solid #ddd;gap:12px}.what{width:120px;color:#667}
  .box{border:1px solid #999;padding:6px 10px;width:160px;display:flex;justify-content:space-between;align-items:center}
  .tip{border:4px solid transparent;border-top-color:#444}.drop{position:absolute;z-index:20;background:#fff;box-shadow:0 2px 8px #888}
  .drop div{padding:6px 12px}.num{display:flex}.num div{width:28px;text-align:center}
</style>
<div id="root" style="display:contents"></div>
<script>
  const boats = [{ name: 'Egret', berth: 'A2', hull: 'Oak', seats: 6, remarks: [] }, { name: 'Heron', berth: 'B11', hull: 'Oak', seats: 2, remarks: [] }];
  const ui = { view: 'crew', boat: 0, edit: null, open: false, menu: false, draft: '' };
  const press = (act, text, more = '') => '<div data-do="' + act + '" ' + more + '>' + text + '</div>';
  const line = (key, name, editor) => '<div class="line"><div class="what">' + name + '</div>' + (ui.edit === key
    ? '<div style="display:flex;gap:8px">' + editor + press('save', 'Save') + press('leave', 'Cancel') + '</div>'
    : press('edit-' + key, boats[ui.boat][key], 'style="flex:1"')) + '</div>';
  const list = () => '<div><div class="box" data-do="open"><span>' + ui.draft + '</span><i class="tip"></i></div>'
    + (ui.open ? '<div class="drop">' + ['Oak', 'Steel', 'Glass'].map((one) => press('take-' + one, one)).join('') + '</div>' : '') + '</div>';
  const boat = () => { const b = boats[ui.boat]; return '<h1>' + b.name + '</h1><div style="position:relative">' + press('menu', 'Boat actions')
    + (ui.menu ? '<div class="drop">' + press('flag', 'Raise the flag') + press('tow', 'Tow home') + '</div>' : '') + '</div>'
    + line('berth', 'Berth', '<input value="' + ui.draft + '">') + line('hull', 'Hull', list())
    + '<div class="line"><div class="what">Seats</div><div class="num">' + press('less', '−') + '<div>' + b.seats + '</div>' + press('more', '+') + '</div></div>'
    + '<h2>Remarks</h2>' + b.remarks.map((one) => '<p>' + one + '</p>').join('') + '<div><input id="remark" placeholder="Add a remark">' + press('remark', 'Add') + '</div>'; };
  const views = {
    races: () => '<h1>Races</h1><p>The next one is in May.</p>',
    club: () => '<h1>Club</h1><p>Founded in 1921.</p>',
    crew: () => '<h1>Crew</h1>' + ['Ola Berg', 'Ines Roth', 'Jo Mint'].map((one, i) => '<div class="line"><div data-do="nobody" style="width:200px">' + one
      + '</div><div>' + (i ? 'Egret' : 'Heron') + '</div>' + press('nobody', 'Swap') + press('nobody', 'Call') + '</div>').join(''),
    fleet: () => '<div style="display:flex"><div style="width:200px">' + boats.map(({ name }, i) => press('boat-' + i, name, 'class="line"')).join('') + '</div><div style="flex:1">' + boat() + '</div></div>',
  };
  const draw = () => { root.innerHTML = '<div class="side">' + press('crew', 'Crew') + press('races', 'Races') + press('fleet', 'Fleet') + press('club', 'Club') + '</div><div class="main">' + views[ui.view]() + '</div>'; };
  document.addEventListener('click', (event) => {
    const act = event.target.closest('[data-do]')?.dataset.do;
    if (!act) return;
    const b = boats[ui.boat], [what, which] = act.split('-');
    if (views[act]) Object.assign(ui, { view: act, boat: 0, edit: null, menu: false });
    if (what === 'boat') Object.assign(ui, { boat: Number(which), edit: null, menu: false });
    if (what === 'edit') Object.assign(ui, { edit: which, draft: b[which], open: false });
    if (act === 'leave') ui.edit = null;
    if (act === 'save') { b[ui.edit] = document.querySelector('.line input')?.value ?? ui.draft; ui.edit = null; }
    if (act === 'open') ui.open = !ui.open;
    if (what === 'take') Object.assign(ui, { draft: which, open: false });
    if (act === 'menu') ui.menu = !ui.menu;
    if (act === 'flag') { b.flag = true; ui.menu = false; }
    if (act === 'less' || act === 'more') b.seats += act === 'more' ? 1 : -1;
    if (act === 'remark') b.remarks.push(document.querySelector('#remark').value);
    if (act !== 'nobody') draw();
  });
  draw();
</script>`;

import { storedAs } from './pottery.ts';

/**
 * An editor of garden plans that no rule was written for: beds lie on a canvas, and only a panel beside it says what the one that is
 * selected is called. It keeps what it knows, with what is selected, at each change.
 */
export interface Allotment {
  plans: { name: string; beds: Bed[] }[];
  crops: { name: string; planned: string; picked: string }[];
  sowings: { crop: string; season: string; place: string }[];
}
interface Bed {
  name: string;
  sort: string;
  moisture: number;
  colour: string;
  drip: boolean;
  x: number;
  y: number;
}

const bed = (name: string, sort: string, x: number, y: number): Bed => ({
  ...{ name, sort, x, y, moisture: 40, colour: '#8D6E63', drip: false },
});

export const atFirst: Allotment = {
  plans: [
    { name: 'Spring', beds: [bed('Herb corner', 'round', 60, 50), bed('Gate strip', 'oblong', 320, 90)] },
    {
      name: 'Summer',
      beds: [
        bed('Herb corner', 'round', 80, 40),
        bed('Kitchen bed', 'oblong', 300, 60),
        bed('North strip', 'oblong', 120, 250),
      ],
    },
  ],
  crops: [
    { name: 'Beans', planned: '12 kg', picked: '4 kg' },
    { name: 'Leeks', planned: '9 kg', picked: '9 kg' },
  ],
  sowings: [],
};

const script = `
  const colours = ['#8D6E63', '#2E7D32', '#F9A825', '#AD1457'];
  const rows = Array.from({ length: 14 }, (_, at) => 'R' + (at + 1));
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? '${JSON.stringify(atFirst)}');
  const shown = { plan: 0, bed: null, tab: 'Soil', palette: false, cell: null, form: null, list: false };
  const plan = () => state.plans[shown.plan];
  const keep = () => {
    localStorage.setItem('${storedAs}', JSON.stringify(state));
    fetch('/kept', { method: 'POST', body: JSON.stringify(shown) }).catch(() => {});
    draw();
  };
  const press = (does, text, more = '') => '<div data-does="' + does + '" ' + more + '>' + text + '</div>';
  const canvas = () => plan().beds.map((one, at) => press('bed ' + at, one.sort === 'round' ? one.name.length + ' m²' : '',
    'class="bed' + (shown.bed === at ? ' selected' : '') + '" style="left:' + one.x + 'px;top:' + one.y + 'px;background:' + one.colour + '"')).join('');
  const soil = (one) => '<p>Moisture</p><input type="range" min="0" max="100" value="' + one.moisture + '" data-takes="moisture">' +
    '<p>Colour</p><div class="line">' + press('palette', '', 'class="swatch" style="background:' + one.colour + '"') + '<input value="' + one.colour + '"></div>' +
    (shown.palette ? '<div class="line">' + colours.map((each) => press('colour ' + each, '', 'class="swatch" title="' + each + '" style="background:' + each + '"')).join('') + '</div>' : '');
  const water = (one) => '<div class="line"><span>Drip line</span><button role="switch" aria-checked="' + one.drip + '" data-does="drip"></button></div>';
  const panel = () => {
    const one = plan().beds[shown.bed];
    if (!one) return '<h3>Plan</h3><label>Remarks <textarea></textarea></label>';
    return '<label>Bed name <input value="' + one.name + '" data-takes="name"></label><div class="line" role="tablist">' +
      ['Soil', 'Water'].map((tab) => '<button role="tab" aria-selected="' + (tab === shown.tab) + '" data-does="tab ' + tab + '">' + tab + '</button>').join('') +
      '</div>' + (shown.tab === 'Soil' ? soil(one) : water(one));
  };
  const table = () => '<table><tr><th>Crop</th><th>Planned</th><th>Picked</th></tr>' + state.crops.map((crop, at) =>
    '<tr>' + ['name', 'planned', 'picked'].map((key) => '<td data-does="cell ' + at + ' ' + key + '">' + crop[key] + '</td>').join('') + '</tr>').join('') + '</table>';
  const cell = () => shown.cell ? '<dialog open><h2>Edit cell</h2><input aria-label="New content" value="' + state.crops[shown.cell[0]][shown.cell[1]] + '"><button data-does="keep cell">Save</button></dialog>' : '';
  const form = () => shown.form ? '<dialog open class="form"><h2>New sowing</h2><div class="inside"><label>Crop <input data-takes="crop" value="' + shown.form.crop + '"></label><p>Season</p>' +
    ['Early', 'Late'].map((each) => '<label><input type="radio" name="season" ' + (shown.form.season === each ? 'checked' : '') + ' data-does="season ' + each + '"> ' + each + '</label>').join('') +
    '<p class="tall">Sow in dry weather.</p><p>Row</p><div class="picker" role="combobox" aria-expanded="' + shown.list + '" aria-label="Row" data-does="list">' + (shown.form.place || 'Choose…') + '</div>' +
    (shown.list ? '<div class="list" role="listbox">' + rows.map((row) => '<div role="option" data-does="place ' + row + '">' + row + '</div>').join('') + '</div>' : '') +
    '</div><button data-does="sow">Add</button></dialog>' : '';
  const draw = () => {
    document.body.innerHTML = '<nav>' + state.plans.map((one, at) => press('plan ' + at, '<b>' + one.name + '</b>', 'class="plan' + (at === shown.plan ? ' selected' : '') + '"')).join('') +
      '<button data-does="new">New sowing</button></nav><main><div class="canvas">' + canvas() + '</div>' + table() + '</main><aside>' + panel() + '</aside>' + cell() + form();
  };
  const does = {
    plan: (at) => Object.assign(shown, { plan: Number(at), bed: null }),
    bed: (at) => Object.assign(shown, { bed: Number(at), tab: 'Soil', palette: false }),
    tab: (tab) => (shown.tab = tab),
    palette: () => (shown.palette = !shown.palette),
    colour: (colour) => Object.assign(plan().beds[shown.bed], { colour }) && (shown.palette = false),
    drip: () => (plan().beds[shown.bed].drip = !plan().beds[shown.bed].drip),
    cell: (at, key) => (shown.cell = [Number(at), key]),
    keep: () => { state.crops[shown.cell[0]][shown.cell[1]] = document.querySelector('dialog input').value; shown.cell = null; },
    new: () => (shown.form = { crop: '', season: 'Late', place: '' }),
    season: (season) => (shown.form.season = season),
    list: () => (shown.list = !shown.list),
    place: (place) => Object.assign(shown.form, { place }) && (shown.list = false),
    sow: () => { state.sowings.push(shown.form); shown.form = null; },
  };
  addEventListener('click', ({ target }) => {
    const [what, ...rest] = (target.closest('[data-does]')?.dataset.does ?? '').split(' ');
    if (target.closest('.plan, [data-does]') && does[what]) { does[what](...rest); keep(); }
  });
  addEventListener('input', ({ target }) => {
    const key = target.dataset.takes;
    if (key === 'crop') shown.form.crop = target.value;
    else if (key) { plan().beds[shown.bed][key] = key === 'moisture' ? Number(target.value) : target.value; localStorage.setItem('${storedAs}', JSON.stringify(state)); fetch('/kept', { method: 'POST', body: '' }).catch(() => {}); }
  });
  localStorage.setItem('${storedAs}', JSON.stringify(state));
  draw();
`;

const style = `
  body { margin: 0; font: 16px sans-serif; display: grid; grid-template-columns: 200px 1fr 280px; height: 100vh; }
  nav .plan { padding: 16px; margin: 8px; border: 1px solid #ccc; cursor: pointer; } .selected { outline: 3px solid #1565c0; }
  .canvas { position: relative; height: 460px; background: #eee; } .bed { position: absolute; width: 140px; height: 90px; cursor: pointer; }
  td, .swatch, .picker, [role=option] { cursor: pointer; } table { margin: 24px; border-spacing: 12px; } aside { padding: 16px; }
  .line { display: flex; gap: 12px; align-items: center; } .swatch { width: 26px; height: 26px; border-radius: 50%; border: 1px solid #555; } [role=switch] { width: 40px; height: 20px; }
  dialog { position: fixed; inset: 0; margin: auto; z-index: 9; } .form .inside { height: 260px; overflow: auto; position: relative; } .tall { height: 150px; }
  .picker { border: 1px solid #555; width: 160px; padding: 6px; } .list { width: 170px; height: 150px; overflow: auto; border: 1px solid #555; } [role=option] { padding: 8px; }
`;

export const allotment = `<!doctype html><html lang="en"><title>Allotment</title><style>${style}</style><body></body><script>${script}</script></html>`;

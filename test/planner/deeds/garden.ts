import { storedAs } from './pottery.ts';

/** The beds of a garden: a menu in each row that only shows under the cursor, a calendar, and remarks with a button of their own. */
export const garden = `<title>Beds</title>
<style>
  li { display: flex; gap: 12px; width: 600px; height: 40px; }
  li a { flex: 1; } li button { visibility: hidden; } li:hover button { visibility: visible; }
  dialog, [role=menu] { position: fixed; left: 300px; top: 200px; width: 300px; background: white; }
  td { width: 40px; height: 30px; }
</style>
<main><h1>Beds</h1><ul id="beds"></ul><section id="bed" hidden></section></main><div id="over"></div>
<script>
  const months = ['April 2027', 'May 2027', 'June 2027'];
  const beds = [{ name: 'Rose bed' }, { name: 'Herb spiral' }, { name: 'Fern corner' }];
  const at = (id) => document.getElementById(id);
  const keep = () => { localStorage.setItem('${storedAs}', JSON.stringify(beds)); at('over').innerHTML = ''; list(); };
  const list = () => { at('beds').innerHTML = beds.map((bed, i) => '<li><a href="#" onclick="show(' + i + ');return false">' + bed.name +
    '</a><button aria-label="Options of ' + bed.name + '" onclick="menu(' + i + ')">&#8942;</button></li>').join(''); };
  const menu = (i) => { at('over').innerHTML = '<div role="menu"><button role="menuitem" onclick="rename(' + i + ')">Rename</button>' +
    '<button role="menuitem" onclick="beds.push({ ...beds[' + i + '] }); keep()">Copy</button></div>'; };
  const rename = (i) => { at('over').innerHTML = '<dialog open aria-modal="true"><h2>Rename</h2><label>Name <input id="field"></label>' +
    '<button onclick="beds[' + i + '].name = field.value; keep()">Save</button></dialog>'; at('field').value = beds[i].name; };
  const show = (i) => { at('beds').hidden = true; at('bed').hidden = false; at('bed').innerHTML = '<h2>' + beds[i].name + '</h2>' +
    '<p>Watering day <button aria-haspopup="true" aria-label="Watering day" onclick="turn(' + i + ', 0)">Not set</button></p>' +
    '<section><h3>Remarks</h3><textarea id="remark" aria-label="Leave a remark"></textarea>' +
    '<button onclick="beds[' + i + '].remark = remark.value; keep()">Remark</button></section>'; };
  const turn = (i, month) => { at('over').innerHTML = '<div role="menu"><button onclick="turn(' + i + ',' + (month + 1) + ')">Next month</button><b>' +
    months[month] + '</b><table><tr>' + [12, 13, 14, 15].map((day) => '<td><button onclick="choose(' + i + ',' + day + ',' + month + ')">' + day + '</button></td>').join('') + '</tr></table></div>'; };
  const choose = (i, day, month) => { beds[i].day = day + ' ' + months[month]; keep(); };
  list();
</script>`;

import { expect, test } from 'vitest';
import { finishing } from '../../../src/planner/deeds/candidates/finishing.ts';
import { pressCandidates } from '../../../src/planner/deeds/candidates/press-candidates.ts';
import { wayCandidates } from '../../../src/planner/deeds/candidates/ways/way-candidates.ts';
import type { Item, Screen, Thing } from '../../../src/planner/page/screen.ts';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';

const box = { x: 0, y: 0, width: 200, height: 40 };
const thing = (kind: Thing['kind'], name: string): Thing => ({
  ...{ id: 1, kind, name, also: [], text: name, parent: kind === 'page' ? null : 0, box },
  ...{ isModal: kind === 'dialog', isSelected: false },
});
const button = (name: string, id: number, owner: number): Item => ({
  ...{ id, kind: 'button', name, labels: [], hints: [], owner, box: { ...box, y: 50 * id } },
  ...{ role: null, inputType: null, value: '', isOn: null, isSelected: false, isExpanded: null },
  ...{ isDisabled: false, isRequired: false, isPressable: true, needsDouble: false, isPlaced: false },
  ...{ needsHover: false, options: [], href: null },
});
/** Buttons on the page, or in a dialog. */
const screen = (names: string[], inDialog: boolean): Screen => ({
  ...{ url: 'http://127.0.0.1/', title: '', viewport: { width: 1440, height: 900 }, scroll: { x: 0, y: 0 } },
  things: [thing('page', ''), ...(inDialog ? [thing('dialog', '')] : [])],
  items: names.map((name, at) => button(name, at + 2, inDialog ? 1 : 0)),
});

test.each([
  ['Füge ein Zimmer mit dem Namen "Anker" hinzu', 'Neues Zimmer', ['Abbrechen', 'Speichern'], 'Bearbeiten'],
  ['Ajoute une chambre nommée "Ancre"', 'Nouvelle chambre', ['Annuler', 'Enregistrer'], 'Modifier'],
  ['Añade una habitación llamada "Ancla"', 'Nueva habitación', ['Cancelar', 'Guardar'], 'Cambiar'],
  ['Aggiungi una camera chiamata "Ancora"', 'Nuova camera', ['Annulla', 'Salva'], 'Modifica'],
  ['Adicione um quarto chamado "Âncora"', 'Novo quarto', ['Fechar', 'Gravar'], 'Alterar'],
  ['Voeg een kamer toe met de naam "Anker"', 'Nieuwe kamer', ['Annuleren', 'Bewaren'], 'Wijzigen'],
])('%s: the buttons that begin, finish and edit it', (prompt, begins, ends, edits) => {
  const [deed] = readDeeds(prompt);
  expect(deed?.kind).toBe('create');
  const scope = { mentions: [], reached: new Map(), container: null };
  const [first] = pressCandidates(screen([edits, begins, ends[0]!], false), deed!, scope);
  expect(first).toMatchObject({ item: { name: begins }, confidence: expect.toSatisfy((one) => one >= 0.5) });
  expect(finishing(screen(ends, true), deed!, 1)?.name).toBe(ends[1]);
  const ways = wayCandidates(screen([begins, edits, ends[0]!], false), deed!, new Map(), null);
  expect(ways.map(({ item }) => item.name)).not.toContain(ends[0]);
  expect(ways.find(({ item }) => item.name === edits)?.features.isEdit).toBe(1);
});

test.each([
  ['Pause the code HARBOUR5', true],
  ['Archive the code HARBOUR5', false],
])('%s: the switch that is called so is pressed for it: %s', (prompt, isPressed) => {
  const [deed] = readDeeds(prompt);
  const { items, ...rest } = screen(['HARBOUR5'], false);
  const turned: Screen = { ...rest, items: items.map((item) => ({ ...item, kind: 'toggle', isOn: true })) };
  const scope = { mentions: [], reached: new Map(), container: null };
  const best = pressCandidates(turned, deed!, scope)[0]?.confidence ?? 0;
  expect(best >= 0.5).toBe(isPressed);
});

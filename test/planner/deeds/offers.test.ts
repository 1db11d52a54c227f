import { expect, test } from 'vitest';
import { isClosing } from '../../../src/planner/deeds/candidates/buttons/button-words.ts';
import { setByButton } from '../../../src/planner/deeds/candidates/field-called.ts';
import { wayFor } from '../../../src/planner/deeds/candidates/field-value.ts';
import { finishing, isKeepingOf } from '../../../src/planner/deeds/candidates/finishing.ts';
import { pressCandidates } from '../../../src/planner/deeds/candidates/press-candidates.ts';
import { wayCandidates } from '../../../src/planner/deeds/candidates/ways/way-candidates.ts';
import type { Screen } from '../../../src/planner/page/screen.ts';
import type { Deed } from '../../../src/planner/prompt/deed.ts';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';
import { boxAt, itemOf, screenOf, thingOf } from './screen-by-hand.ts';

const button = (name: string, id: number, owner: number) =>
  itemOf('button', name, { id, owner, box: boxAt(0, 50 * id, 200, 40) });
/** Buttons on the page, or in a dialog. */
const screen = (names: string[], inDialog: boolean): Screen =>
  screenOf(
    '',
    inDialog ? [thingOf('dialog', '', { isModal: true })] : [],
    names.map((name, at) => button(name, at + 2, inDialog ? 1 : 0)),
  );

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

test.each([
  ["Close the notice 'Pier lights fail'", 'Close drawer', false],
  ["Close the notice 'Pier lights fail'", 'Close notice', true],
  ['Close the side panel', 'Close side panel', true],
  ["Add a project 'x'", 'Get started by creating a new project', true],
  ["Add a task 'Call Ann'", 'Request medical records from Ann Lee', false],
  ["Add a record 'Berth 4'", 'Add record', true],
  ["Set the volume to 'Low'", 'Settings', false],
])('%s: “%s” is pressed for it: %s', (prompt, name, isPressed) => {
  const [deed] = readDeeds(prompt);
  const scope = { mentions: [], reached: new Map(), container: null };
  const [best] = pressCandidates(
    screen([name], false),
    { ...deed!, places: [], thing: withoutName(deed!) },
    scope,
  );
  expect((best?.confidence ?? 0) >= 0.5).toBe(isPressed);
});

test.each([
  ["Post an update 'We open at nine'", ['Post', 'Schedule'], 'Post'],
  ["Set the departure of 'Gull' to 9:00 AM", ['Cancel', 'Schedule'], 'Schedule'],
  ["Set the berth of 'Gull' to Quay 9", ['Cancel', 'Schedule'], undefined],
  ["Close the issue 'Gull'", ['Close drawer', 'Share'], undefined],
  ["Add an internal note 'Ships on Monday' to the ticket 'Gull'", ['Macros', 'Add note'], 'Add note'],
  [
    "Add an internal note 'Ships on Monday' to the ticket 'Gull'",
    ['Add file', 'Add note', 'Add link'],
    'Add note',
  ],
])('%s, with the buttons %j: “%s” finishes it', (prompt, names, finishes) => {
  expect(finishing(screen(names, true), readDeeds(prompt)[0]!, 1)?.name).toBe(finishes);
});

test.each([
  ["Close the notice 'Sidebar flickers'", 'Close sidebar', true],
  ["Close the notice 'Gull'", 'Close notice', false],
  ['Close the sidebar', 'Close sidebar', false],
  ["Schließe die Meldung 'Möwe'", 'Fenster schließen', true],
])('%s: “%s” only closes what is in front: %s', (prompt, name, isOnly) => {
  expect(isClosing(name, readDeeds(prompt)[0]!)).toBe(isOnly);
});

const withoutName = ({ thing }: Deed) => thing && { ...thing, name: null, qualifiers: [] };

test.each([
  ['Change send time', 'send time'],
  ['Set due date…', 'due date'],
  ['Notification setting: Global', 'Notification setting'],
  ['Fälligkeit ändern', 'Fälligkeit'],
  ['Edit', ''],
  ['Settings', ''],
  ['10:30', ''],
])('the field that “%s” opens the choices for: “%s”', (name, field) => {
  expect(setByButton(button(name, 1, 0))).toBe(field);
});

test.each([
  ['Save as loan template', 'loan', null],
  ['Loan', 'loan', 'pick'],
  ['Speichern unter Ausleihe', 'Ausleihe', null],
])('“%s” is a choice of “%s”: %s', (name, text, way) => {
  expect(wayFor(button(name, 1, 0), { to: 'text', text, exact: false, unit: null }, null)).toBe(way);
});

test.each([
  ["Change the subject of the 'Gull' email template to 'Booked'", 'Save template', true],
  ["Change the subject of the 'Gull' email template to 'Booked'", 'Save view', false],
  ["Ändere den Betreff der Vorlage 'Möwe' in 'Gebucht'", 'Vorlage speichern', true],
])('%s: “%s” keeps it: %s', (prompt, name, isKept) => {
  expect(isKeepingOf(button(name, 1, 0), readDeeds(prompt)[0]!)).toBe(isKept);
});

test.each([
  ["Enrol in the course 'Calm'", ['Cancel', 'Complete enrolment'], 'Complete enrolment'],
  ["Enrol in the course 'Calm'", ['Back', 'Next'], undefined],
  ["Send a message to 'Ann Lee' with the text 'See you at six'", ['Save & close', 'Send'], 'Send'],
  ["Change the text of the message 'x' to 'See you at six'", ['Save & close', 'Preview'], 'Save & close'],
])('%s, among %j: %s', (prompt, names, expected) => {
  const dialog = screenOf(
    '',
    [thingOf('dialog', '', { isModal: true, box: boxAt(0, 0, 600, 200) })],
    names.map((name, at) => itemOf('button', name, { id: at + 2, owner: 1, box: boxAt(200 * at, 150) })),
  );
  expect(finishing(dialog, readDeeds(prompt)[0]!, 1)?.name).toBe(expected);
});

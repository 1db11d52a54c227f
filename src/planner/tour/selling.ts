import { shorten } from '../../text.ts';
import { anyOf } from '../language/patterns.ts';
import { bestChoice, byPlace, choicesOf, type Interest, pickChoices } from '../match/interest.ts';
import { isPressable } from '../page/observe.ts';
import type { Control, PageView } from '../page/view.ts';
import { apart } from '../storyboard/framing.ts';
import { pressActions } from '../storyboard/press.ts';
import type { Shot, ShotAction } from '../storyboard/shots.ts';
import {
  cardsOf,
  glimpse,
  hold,
  isInOpeningView,
  mainAction,
  type Stage,
  sceneOf,
  sectionShot,
  wideShot,
} from '../storyboard/stage.ts';

const yearly = new RegExp(anyOf('controls', 'yearly'), 'iu');

/** Shows the prices as a whole, then the other billing period, then plan by plan, beginning with the one that stands out. */
export async function prices(stage: Stage, interest: Interest, scenes: number): Promise<Shot[]> {
  const choice =
    choicesOf(interest, ['pricing'])[0] ?? interest.named[0] ?? bestChoice(interest, ['features', 'content']);
  if (!choice) return [];
  const { section } = choice;
  const { view, aim, style } = stage;
  const shots: Shot[] = [
    ...(await glimpse(stage, section)),
    await wideShot(stage, { ...choice, value: 130 }),
  ];
  const billing = view.controls.find(
    (control) =>
      control.section === section.id &&
      control.visible &&
      isPressable(control) &&
      control.checked !== true &&
      /tab|toggle/.test(control.purpose) &&
      yearly.test(control.name),
  );
  if (billing) {
    const what = `Switch to “${billing.name}”`;
    const press = await pressActions(stage, billing);
    shots.push({
      scene: sceneOf(section, what, 'The other way to pay.', [billing.name]),
      actions: [{ do: 'wide' }, ...press, hold(1)],
      value: 92,
      intent: what,
    });
  }
  const cards = cardsOf(section, view);
  const named = choice.part ?? cards.find((part) => part.emphasised);
  const ordered = named ? [named, ...cards.filter((part) => part.id !== named.id)] : cards;
  for (const [index, part] of ordered.slice(0, scenes).entries())
    shots.push({
      scene: sceneOf(
        section,
        `Plan: ${shorten(part.text, 80)}`,
        part.emphasised ? 'The plan the page puts forward.' : 'One of the plans.',
        [shorten(part.text, 80)],
      ),
      actions: [{ do: 'zoom', target: await aim.part(part), zoom: style.zoom }, hold(1)],
      value: 94 - 4 * index,
      intent: `Zoom on ${shorten(part.text, 60)}`,
    });
  return shots;
}

/** Goes down the page along everything that vouches for the product, to the call to action. */
export async function proof(stage: Stage, interest: Interest, scenes: number): Promise<Shot[]> {
  const vouching = choicesOf(interest, ['proof']).sort(byPlace);
  const chosen =
    vouching.length > 0
      ? vouching
      : pickChoices(interest, scenes).filter(({ section }) => section.kind !== 'hero');
  const shots: Shot[] = chosen[0] ? [...(await glimpse(stage, chosen[0].section))] : [];
  for (const choice of chosen.slice(0, scenes)) {
    shots.push(await wideShot(stage, { ...choice, value: Math.max(100, choice.value) }));
    const voices = apart(cardsOf(choice.section, stage.view), stage.view, stage.style.zoom);
    for (const [index, card] of voices.slice(0, 3).entries())
      shots.push({
        scene: sceneOf(choice.section, `Voice: ${shorten(card.text, 80)}`, 'Somebody who vouches for it.', [
          shorten(card.text, 80),
        ]),
        actions: [{ do: 'zoom', target: await stage.aim.part(card), zoom: stage.style.zoom }, hold(1.2)],
        value: 80 - 5 * index,
        intent: `Zoom on ${shorten(card.text, 60)}`,
      });
  }
  // On many pages the call to action is a form.
  const closing = choicesOf(interest, ['call-to-action', 'form'])[0];
  if (closing && !chosen.includes(closing)) shots.push(await wideShot(stage, { ...closing, value: 70 }));
  return shots;
}

/**
 * Prefers the header's button among those of the same name, once the film has scrolled down. On most pages the header stays on
 * the screen, so the film need not scroll all the way back up.
 */
function nearestOf(button: Control | null, view: PageView, isDown: boolean): Control | null {
  if (!button || !isDown) return button;
  const header = view.sections.find(({ kind }) => kind === 'header');
  const alike = view.controls.filter(
    (control) => control.name === button.name && control.visible && isPressable(control) && !control.overlay,
  );
  return alike.find(({ section }) => section === header?.id) ?? button;
}

/** Goes from the promise through reasons to believe it to the main button, and presses it. */
export async function conversion(stage: Stage, interest: Interest, scenes: number): Promise<Shot[]> {
  const { view } = stage;
  const hero = choicesOf(interest, ['hero'])[0];
  const shots: Shot[] = hero ? [await wideShot(stage, { ...hero, value: 99 })] : [];
  const middle = [...interest.named, ...choicesOf(interest, ['features', 'pricing', 'proof'])].filter(
    (choice) => choice !== hero,
  );
  for (const choice of [...new Set(middle)].slice(0, Math.max(0, scenes - 2)).sort(byPlace))
    shots.push(await sectionShot(stage, choice, 1));
  const button = nearestOf(mainAction(view, isPressable), view, shots.length > 1);
  if (!button) return [...shots, ...(await proof(stage, { ...interest, named: [] }, 1)).slice(-1)];
  const what = `Press “${button.name}”`;
  const section = view.sections.find(({ id }) => id === button.section) ?? null;
  const actions: ShotAction[] = [
    { do: 'wide' },
    { do: 'glide', target: await stage.aim.control(button) },
    ...(await pressActions(stage, button)),
    hold(1.6),
  ];
  const moved = shots.some((shot) => shot.actions.some((action) => action.do === 'glide'));
  const travels = section?.kind !== 'header' && (moved || !section || !isInOpeningView(section, view));
  shots.push({
    scene: sceneOf(section, what, 'The step the page leads to.', [button.name]),
    actions: travels ? actions : actions.filter((action) => action.do !== 'glide'),
    value: 140,
    intent: what,
  });
  return shots;
}

import { shorten } from '../../text.ts';
import { type Choice, choicesOf, type Interest } from '../match/interest.ts';
import { isPressable } from '../page/observe.ts';
import type { Part, Section } from '../page/view.ts';
import { apart } from '../storyboard/framing.ts';
import type { Shot, ShotAction } from '../storyboard/shots.ts';
import {
  cardsOf,
  fillsLess,
  focusOf,
  glimpse,
  hold,
  mainAction,
  type Stage,
  sceneOf,
  wideShot,
} from '../storyboard/stage.ts';

/** Shows one section from closer and closer: as a whole, then its heading, then part by part. */
export async function focus(stage: Stage, choice: Choice | undefined, scenes: number): Promise<Shot[]> {
  if (!choice) return [];
  const { section } = choice;
  const opening = await glimpse(stage, section);
  const whole = await wideShot(stage, { ...choice, value: 130 });
  const pieces = piecesOf(section, stage, Math.max(1, scenes - 1));
  const ordered = choice.part ? [choice.part, ...pieces.filter(({ id }) => id !== choice.part?.id)] : pieces;
  const close: Shot[] = [];
  for (const [index, part] of ordered.entries())
    close.push({
      scene: sceneOf(
        section,
        `Look closely at ${shorten(part.text, 80) || part.kind}`,
        'A piece of the section in focus.',
        choice.evidence,
      ),
      actions: [{ do: 'zoom', target: await stage.aim.part(part), zoom: stage.style.zoom }, hold(1)],
      value: 95 - index,
      intent: `Zoom on ${shorten(part.text, 60) || part.kind}`,
    });
  return [...opening, whole, ...close];
}

function piecesOf(section: Section, stage: Stage, limit: number) {
  const cards = cardsOf(section, stage.view);
  const heading = section.parts.filter((part) => part.kind === 'heading');
  const media = section.parts.filter((part) => part.kind === 'media');
  return [...heading, ...cards, ...media].slice(0, limit);
}

/** Stays with the opening of the page: its words, its button, its picture. */
export async function spotlight(stage: Stage, interest: Interest): Promise<Shot[]> {
  const choice = choicesOf(interest, ['hero'])[0] ?? interest.story[0];
  if (!choice) return [];
  const { section } = choice;
  const { view, aim, style } = stage;
  const shots: Shot[] = [await wideShot(stage, { ...choice, value: 130 })];
  const add = (what: string, why: string, actions: ShotAction[], value: number) =>
    shots.push({
      scene: sceneOf(section, what, why, choice.evidence),
      actions: [...actions, hold(1.2)],
      value,
      intent: what,
    });
  // The camera would not move for a heading that fills the screen already.
  const heading = section.parts.find((part) => part.kind === 'heading' && fillsLess(part, view));
  if (heading)
    add(
      `Read “${shorten(heading.text, 90)}”`,
      'The promise in its own words.',
      [{ do: 'zoom', target: await aim.part(heading), zoom: style.zoom }],
      95,
    );
  const button = mainAction(view, (control) => control.section === section.id && isPressable(control));
  if (button) {
    const target = await aim.control(button);
    add(
      `Point at “${button.name}”`,
      'What the page wants a visitor to do.',
      [
        { do: 'hover', target },
        { do: 'zoom', target, zoom: style.zoom + 0.2 },
      ],
      90,
    );
  }
  const media = section.parts.find((part) => part.kind === 'media');
  if (media) add('Look at the picture', 'It shows the product.', await lookAt(stage, media), 85);
  return shots;
}

/**
 * Comes as close to a picture as it can be seen whole. A picture that fills the screen is scrolled into view and shown without
 * a close-up.
 */
async function lookAt({ view, aim, style }: Stage, media: Part): Promise<ShotAction[]> {
  const target = await aim.part(media);
  if (fillsLess(media, view)) return [{ do: 'zoom', target, zoom: style.zoom - 0.2 }];
  const isCut = media.box.y + media.box.height > view.viewport.height;
  return isCut ? [{ do: 'wide' }, { do: 'glide', target }] : [{ do: 'wide' }];
}

/** Goes from card to card through what the product does. */
export async function sweep(stage: Stage, choices: Choice[], scenes: number): Promise<Shot[]> {
  const main = choices[0];
  if (!main) return [];
  const shots: Shot[] = [...(await glimpse(stage, main.section))];
  for (const choice of choices.slice(0, 3)) {
    const first = choice === main;
    shots.push(
      await wideShot(stage, {
        ...choice,
        value: first ? 130 : choice.value >= 100 ? choice.value : Math.min(80, choice.value),
      }),
    );
    const cards = cardsOf(choice.section, stage.view);
    const ordered = choice.part ? [choice.part, ...cards.filter(({ id }) => id !== choice.part?.id)] : cards;
    const looks =
      ordered.length > 0 ? ordered : [focusOf(choice.section, stage.view)].filter((part) => part !== null);
    const different = apart(looks, stage.view, stage.style.zoom);
    for (const [index, card] of different.slice(0, first ? scenes : 2).entries())
      shots.push({
        scene: sceneOf(choice.section, `Feature: ${shorten(card.text, 80)}`, 'One thing the product does.', [
          shorten(card.text, 80),
        ]),
        actions: [{ do: 'zoom', target: await stage.aim.part(card), zoom: stage.style.zoom }, hold(1)],
        // The template is recognised by its first close-up, so another section as a whole is dropped before it.
        value: first ? (index === 0 ? 100 : 94 - index) : 60 - index,
        intent: `Zoom on ${shorten(card.text, 60)}`,
      });
  }
  return shots;
}

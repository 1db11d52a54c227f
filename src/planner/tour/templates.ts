import type { TemplateId } from '../../recorder/contract/presentation.ts';
import { bestChoice, type Choice, choicesOf, type Interest, pickChoices } from '../match/interest.ts';
import { maxScenes, minHoldMs } from '../storyboard/pacing.ts';
import type { Shot, ShotAction, Target } from '../storyboard/shots.ts';
import { hold, nameOf, type Stage, sectionShot, wideShot } from '../storyboard/stage.ts';
import { focus, spotlight, sweep } from './close-ups.ts';
import { conversion, prices, proof } from './selling.ts';

/**
 * The shots of each template, in the order of the film, and then what else the prompt asks to see. There may be more than fit: `trim` drops
 * those of least value later.
 */
export async function shotsByTemplate(
  template: TemplateId,
  stage: Stage,
  interest: Interest,
  durationMs: number,
): Promise<Shot[]> {
  const shots = await ownShots(template, stage, interest, durationMs);
  const shown = new Set(shots.map(({ scene }) => scene.section));
  const left = interest.named.filter(({ section }) => !shown.has(nameOf(section)));
  if (hasSubject(template, interest) || shots.length === 0) return shots;
  return [...shots, ...(await Promise.all(left.map((choice) => sectionShot(stage, choice))))];
}

/**
 * Whether a template shows what it is called by, whatever the prompt names: the opening, what others say, the way to the main button, prices.
 */
const hasSubject = (template: TemplateId, { story }: Interest): boolean =>
  template === 'pricing-focus'
    ? story.some(({ section }) => section.kind === 'pricing')
    : /^(?:hero-spotlight|proof-scroll|conversion-flow)$/.test(template);

async function ownShots(
  template: TemplateId,
  stage: Stage,
  interest: Interest,
  durationMs: number,
): Promise<Shot[]> {
  const scenes = maxScenes(durationMs);
  switch (template) {
    case 'cinematic':
      return tour(stage, pickChoices(interest, closeScenes(interest, scenes)), scenes);
    case 'guided-tour':
    case 'plain-scroll':
      return tour(stage, pickChoices(interest, scenes), scenes);
    case 'section-focus':
      return focus(
        stage,
        interest.named[0] ?? bestChoice(interest, ['features', 'pricing', 'proof', 'content']),
        scenes,
      );
    case 'hero-spotlight':
      return spotlight(stage, interest);
    case 'feature-sweep':
      return sweep(stage, choicesOf(interest, ['features', 'gallery', 'content']), scenes);
    case 'pricing-focus':
      return prices(stage, interest, scenes);
    case 'proof-scroll':
      return proof(stage, interest, scenes);
    case 'conversion-flow':
      return conversion(stage, interest, scenes);
  }
}

/** A close-up takes time, so a template of close-ups shows fewer scenes, unless the prompt names more. */
const closeScenes = ({ named }: Interest, scenes: number) =>
  Math.min(scenes, Math.max(2, named.length, Math.ceil(0.7 * scenes)));

/**
 * Shows section by section. The film opens on the whole page, since a close-up would not tell viewers where they are. It ends
 * at rest on the last section as a whole, unless there are so few sections that a close-up has to fill the time.
 */
async function tour(stage: Stage, choices: Choice[], scenes: number): Promise<Shot[]> {
  const shots: Shot[] = [];
  const isFull = scenes > 2 && 2 * choices.length > scenes + 1;
  for (const [index, choice] of choices.entries()) {
    const ends = isFull && choices.length > 1 && index === choices.length - 1;
    const shot = ends ? await wideShot(stage, choice, 1.6) : await sectionShot(stage, choice);
    const [first] = shot.actions.filter((action) => action.do !== 'wide');
    if (index === 0 && first?.do === 'hold') Object.assign(first, hold(0.8), { minMs: minHoldMs });
    else if (index === 0) shot.actions.unshift(hold(0.8));
    shots.push(index > 0 ? scrollingTo(shot, await stage.aim.section(choice.section)) : shot);
  }
  return shots;
}

/** Every shot after the first scrolls to what it shows, even where that was on the screen when the film began. */
function scrollingTo(shot: Shot, target: Target): Shot {
  if (shot.actions.some((action) => action.do === 'glide')) return shot;
  const [first, ...rest] = shot.actions;
  const glide: ShotAction = { do: 'glide', target };
  return { ...shot, actions: first?.do === 'wide' ? [first, glide, ...rest] : [glide, ...shot.actions] };
}

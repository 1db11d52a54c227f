import type { Filmed, NextSteps } from '../../../recorder/contract/go-on.ts';
import { shorten } from '../../../text.ts';
import type { Deed, DeedToCome } from '../../prompt/deed.ts';
import { toComeMs } from '../../storyboard/pacing.ts';
import { stepsOf } from '../../storyboard/script.ts';
import type { ShotAction } from '../../storyboard/shots.ts';
import { hold } from '../../storyboard/stage.ts';
import { actionsOf } from './film-deeds.ts';
import type { Handover } from './handover.ts';
import type { Camera } from './on-camera.ts';
import type { Performed } from './performer.ts';

/** The film cannot go on. */
export class FilmOver extends Error {
  readonly ended: NonNullable<Filmed['ended']>;
  constructor(ended: NonNullable<Filmed['ended']>) {
    super('The film is over.');
    this.ended = ended;
  }
}

/** A further act of the deed that is being done takes about as long. */
const furtherActMs = 1_500;

/** Hands acts over to the film that is being made, as steps of its script. */
export class LiveCamera implements Camera {
  readonly #handover: Handover<Filmed, NextSteps>;
  #intent = '';
  #reserveMs = 0;

  constructor(handover: Handover<Filmed, NextSteps>) {
    this.#handover = handover;
  }

  /** @param following the deeds after this one */
  turnTo({ said }: Deed, following: readonly DeedToCome[]): void {
    this.#intent = shorten(said, 200);
    this.#reserveMs = toComeMs(following);
  }

  async film(act: Performed): Promise<number> {
    // The fields of a form are filled in without a rest between them.
    const rest = act.part === 'field' ? [] : [hold(1)];
    const { wrote } = await this.#shoot([...actionsOf(act), ...rest], furtherActMs);
    return wrote ? 1 : 0;
  }

  async rest(ms: number): Promise<void> {
    await this.#shoot([{ ...hold(1), minMs: ms } as ShotAction], furtherActMs);
  }

  /** Viewers see what a deed has led to before the next one. */
  async showResult(last: Performed | undefined): Promise<void> {
    if (last?.part === 'field') await this.#shoot([hold(1.4)], 0);
  }

  async #shoot(actions: ShotAction[], furtherMs: number): Promise<Filmed> {
    const steps = actions.flatMap((action) => stepsOf(action, this.#intent));
    const filmed = await this.#handover.give({ steps, reserveMs: this.#reserveMs + furtherMs });
    if (filmed.ended) throw new FilmOver(filmed.ended);
    return filmed;
  }
}

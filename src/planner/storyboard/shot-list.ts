import type { Scene } from '../plan.ts';
import type { Shot } from './shots.ts';

/** The film as far as it is told: its shots, and the wishes that no shot was found for. */
export class ShotList {
  readonly #shots: Shot[];
  readonly #unmet: string[];
  readonly #tell: (scene: Scene) => Scene;

  constructor(shots: Shot[] = [], unmet: string[] = [], tell: (scene: Scene) => Scene = (scene) => scene) {
    this.#shots = shots;
    this.#unmet = unmet;
    this.#tell = tell;
  }

  get shots(): readonly Shot[] {
    return this.#shots;
  }
  /** In the prompt's words. */
  get unmet(): readonly string[] {
    return this.#unmet;
  }

  add(shot: Shot): void {
    this.#shots.push({ ...shot, scene: this.#tell(shot.scene) });
  }

  miss(said: string): void {
    this.#unmet.push(said);
  }

  /** How long the film is now, for `rollback`. */
  checkpoint(): number {
    return this.#shots.length;
  }

  /** Takes back the shots that were added since a checkpoint: they led to a dead end. */
  rollback(checkpoint: number): void {
    this.#shots.length = checkpoint;
  }

  /** The same film for somebody who tells its scenes in other words. */
  withScene(tell: (scene: Scene) => Scene): ShotList {
    return new ShotList(this.#shots, this.#unmet, tell);
  }
}

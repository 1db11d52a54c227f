/** Lessons as numbers: each feature has one, and a candidate is its features with how much there is of each. */
import type { Control } from '../../src/planner/deeds/chooser/controls.ts';
import type { Candidate, Feature } from '../../src/planner/deeds/chooser/features.ts';
import { randomFrom } from '../train/random.ts';
import { type Lesson, lessonOf } from './lessons.ts';
import type { AppMap } from './maps.ts';

/** How often a view that an order sets nothing on teaches that it does: a form seldom, since one is opened for what it is for. */
const elsewhere = { form: 0.04, page: 0.4 };

export function lessonsOf(maps: readonly AppMap[]): Lessons {
  const lessons = new Lessons();
  const random = randomFrom(3);
  for (const [app, map] of maps.entries())
    for (const order of map.orders)
      for (const view of map.views) {
        const isMeant = order.acts.some(({ control }) => view.controls.includes(control));
        const chance = isMeant ? 1 : view.isForm ? elsewhere.form : elsewhere.page;
        if (random() > chance) continue;
        lessons.add(app, lessonOf(order, view.controls, isMeant && random() < 0.5 ? 0 : 1));
      }
  return lessons;
}

export interface Vector {
  ids: Int32Array;
  values: Float32Array;
}
export interface Ready {
  base: Vector;
  own: Vector[];
  right: number[];
  /** Each candidate may be right by itself. */
  isFree: boolean;
  app: number;
  /** Of a part of the order: the controls that may get it, and what tells that none does. */
  bases?: Vector[];
  none?: Vector;
}

/** Lessons as numbers. */
export class Lessons {
  readonly names = new Map<string, number>();
  readonly all: Ready[] = [];
  readonly #random = randomFrom(11);

  add(app: number, { asked, placed }: Lesson): void {
    const known = new Map<Candidate, Vector>();
    const bases = new Map<Control, Vector>();
    for (const { features, candidates, right } of placed) {
      if (candidates.length === 0) continue;
      for (const one of candidates) {
        if (!known.has(one)) known.set(one, this.#vector(one.features));
        if (!bases.has(one.control))
          bases.set(
            one.control,
            this.#vector(asked.find(({ control }) => control === one.control)!.features),
          );
      }
      const own = candidates.map((one) => known.get(one)!);
      this.all.push({
        base: empty,
        bases: candidates.map(({ control }) => bases.get(control)!),
        none: this.#vector(features),
        own,
        right,
        isFree: false,
        app,
      });
    }
    for (const { control, features, candidates, right } of asked) {
      if (candidates.length === 0) continue;
      // Of what is wrong, a part will do.
      const kept = candidates.flatMap((_, at) =>
        right.includes(at) || this.#random() < mostWrong / candidates.length ? [at] : [],
      );
      this.all.push({
        base: bases.get(control) ?? this.#vector(features),
        own: kept.map((at) => known.get(candidates[at]!) ?? this.#vector(candidates[at]!.features)),
        right: kept.flatMap((at, index) => (right.includes(at) ? [index] : [])),
        isFree: control.kind === 'several',
        app,
      });
    }
  }

  #vector(features: readonly Feature[]): Vector {
    const ids = Int32Array.from(features, ([name]) => {
      const known = this.names.get(name) ?? this.names.size;
      this.names.set(name, known);
      return known;
    });
    return { ids, values: Float32Array.from(features, ([, value]) => value) };
  }
}
const mostWrong = 14;
const empty: Vector = { ids: new Int32Array(), values: new Float32Array() };

import type { Plan } from './plan.ts';
import type { Deed } from './prompt/deed.ts';
import { dangerOfDeed } from './route.ts';

/**
 * A plan that says of each payment, deletion and sign-out of a prompt that no film does it.
 * @param isPointedAt whether the plan was asked to point at them: what is not in `unmet` then is in the film
 */
export function withRefusals(plan: Plan, deeds: readonly Deed[], isPointedAt: boolean): Plan {
  const refused = deeds.flatMap((deed) => {
    const danger = dangerOfDeed(deed);
    return danger === null ? [] : [{ deed, said: deed.said, reason: sentence(danger) }];
  });
  if (refused.length === 0) return plan;
  const of = (said: string) => refused.find((one) => says(said, one.said) || says(one.said, said));
  const told = plan.unmet.map((one) => ({ ...one, reason: of(one.said)?.reason ?? one.reason }));
  if (isPointedAt) return { ...plan, unmet: told };
  const missing = refused.filter(
    (one) => isOrder(one.deed) && !plan.unmet.some(({ said }) => of(said) === one),
  );
  const nothingDone = plan.nothingDone || (missing.length > 0 && missing.length === deeds.length);
  return { ...plan, unmet: [...told, ...missing.map(({ said, reason }) => ({ said, reason }))], nothingDone };
}

/** "Deactivate the code SPRING5" begins with its verb and names what is meant. A wish to see how something is paid does not. */
const isOrder = ({ said, verb, thing }: Deed) =>
  thing?.name != null && verb !== '' && said.toLowerCase().startsWith(verb.toLowerCase());

const says = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const sentence = (danger: string) =>
  `No film does what may be a ${danger}. Where the page shows the control for it, a film points at it and does not press it.`;

import { keeping } from '../../candidates/finishing.ts';
import type { Order } from '../../chooser/order.ts';
import { hasMade } from '../../search/makers.ts';
import type { Evidence } from '../evidence.ts';
import { lookAt } from '../moves.ts';
import type { Node, pairKey } from '../node.ts';
import { isEmptyForm } from '../surroundings.ts';
import { readView, type ViewRead } from './form-move.ts';

/** What a view is read with. */
export interface Reading {
  evidence: Evidence;
  order: Order;
  /** Something new is asked for. */
  creates: boolean;
  /** Pairs that were tried in vain. */
  isVain: (pair: Parameters<typeof pairKey>[0]) => boolean;
}

/** The view of a node, with what its controls may get. What was opened by a button that makes something is a form of something new. */
export function viewOf(node: Node, { evidence, order, creates, isVain }: Reading): ViewRead {
  const { path, screen } = node;
  const last = path.at(-1);
  const look = lookAt(screen, evidence, node, {
    creates: creates || (last !== undefined && hasMade(last)),
    isForm: keeping(screen) !== null && isEmptyForm(screen),
  });
  return readView(look, order, isVain);
}

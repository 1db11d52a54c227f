import type { DomainEvent, ProjectableEvent, Projection, RowChange } from '../store/types.ts';

/** A projection as a slice writes it down: one function for each event that it handles. */
export interface ReadModel<E extends DomainEvent> {
  name: string;
  version: number;
  tables: readonly string[];
  documents?: Projection['documents'];
  on: {
    [Type in E['type']]?: (event: ProjectableEvent<Extract<E, { type: Type }>>) => RowChange[];
  };
}

/** The projection for the store. Events that the read model has no function for are not shown to it. */
export function projection<E extends DomainEvent>({ on, ...rest }: ReadModel<E>): Projection {
  const handlers = on as Partial<Record<string, (event: ProjectableEvent) => RowChange[]>>;
  return {
    ...rest,
    handles: Object.keys(on),
    project: (event) => handlers[event.type]?.(event) ?? [],
  };
}

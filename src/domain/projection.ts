import type { DomainEvent, ProjectableEvent, Projection, RowChange } from '../store/types.ts';

type Handlers<E extends DomainEvent> = {
  [Type in E['type']]?: (event: ProjectableEvent<Extract<E, { type: Type }>>) => RowChange[];
};

/** A projection written as one function for each event that it handles; the others are not shown to it. */
export function projection<E extends DomainEvent>(definition: {
  name: string;
  version: number;
  tables: readonly string[];
  documents?: Projection['documents'];
  on: Handlers<E>;
}): Projection {
  const { on, ...rest } = definition;
  const handlers = on as Partial<Record<string, (event: ProjectableEvent) => RowChange[]>>;
  return {
    ...rest,
    handles: Object.keys(on),
    project: (event) => handlers[event.type]?.(event) ?? [],
  };
}

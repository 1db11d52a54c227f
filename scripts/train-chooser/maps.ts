/**
 * Maps of applications, with orders and what each order sets there. A map is a text: `## page` or `## form` begins a view, `### section` and `### row` a part of
 * it, `- kind label = value { option | option }` is a control, `@@` an order, and each `>` below it a control with the value that it gets.
 */
import { readFile } from 'node:fs/promises';
import type { Control } from '../../src/planner/deeds/chooser/controls.ts';

export interface AppMap {
  views: View[];
  orders: MapOrder[];
}
export interface View {
  name: string;
  isForm: boolean;
  controls: Control[];
}
export interface MapOrder {
  said: string;
  /** A press has no value. */
  acts: { control: Control; value: string | null }[];
}

const kinds: Readonly<Record<string, Control['kind']>> = {
  text: 'text',
  textarea: 'area',
  number: 'number',
  money: 'number',
  date: 'date',
  time: 'time',
  select: 'choice',
  radio: 'choice',
  people: 'choice',
  color: 'choice',
  multi: 'several',
  toggle: 'switch',
  checkbox: 'switch',
  button: 'press',
  menu: 'press',
  tab: 'press',
  link: 'press',
};

/** @throws where a line is no part of a map, with the path and the line */
export async function readMap(path: string): Promise<AppMap> {
  const reader = new Reader();
  for (const [index, line] of (await readFile(path, 'utf8')).split('\n').entries())
    if (!reader.read(line.trim()))
      throw new Error(`${path}:${index + 1}: expected a line of a map, came ${line}`);
  return reader.map;
}

class Reader {
  readonly map: AppMap = { views: [], orders: [] };
  /** What the present view is called, the outermost first: the same for all its controls. */
  #names: readonly string[] = [];
  #section = '';
  #row: string[] = [];

  /** @returns whether the line could be read */
  read(line: string): boolean {
    const head = /^## (page|form) (.+)$/.exec(line);
    const part = /^### (section|row) (.+)$/.exec(line);
    if (head) {
      this.map.views.push({ name: head[2]!, isForm: head[1] === 'form', controls: [] });
      [this.#names, this.#section, this.#row] = [head[2]!.split(' > '), '', []];
      return true;
    }
    if (part) {
      const names = part[2]!.split('|').map((name) => name.trim());
      [this.#section, this.#row] = part[1] === 'row' ? ['', names] : [part[2]!, []];
      return true;
    }
    if (line.startsWith('- ')) return this.#readControl(line);
    if (line.startsWith('@@ ')) return this.map.orders.push({ said: line.slice(3), acts: [] }) > 0;
    return line.startsWith('> ') ? this.#readAct(line.slice(2)) : line === '' || line.startsWith('# ');
  }

  #readControl(line: string): boolean {
    const found = /^- (\w+)\*? (.+?)(?: = ([^{]*?))?(?: \{(.*)\})?$/.exec(line);
    const view = this.map.views.at(-1);
    const kind = kinds[found?.[1] ?? ''];
    if (!found || !view || !kind) return false;
    const [, , label = '', value = '', options] = found;
    view.controls.push({
      kind,
      items: [],
      label,
      above: this.#section ? [this.#section] : [],
      options: options?.split('|').map((one) => one.trim()) ?? [],
      value: kind === 'switch' ? '' : value,
      isOn: kind === 'switch' ? value === 'on' : null,
      index: view.controls.length,
      row: this.#row,
      view: this.#names,
      isInForm: view.isForm,
    });
    return true;
  }

  #readAct(text: string): boolean {
    const longest = <One>(all: readonly One[], of: (one: One) => string) =>
      [...all].sort((a, b) => of(b).length - of(a).length);
    const view = longest(this.map.views, ({ name }) => name).find(({ name }) =>
      text.startsWith(`${name} / `),
    );
    const rest = text.slice((view?.name.length ?? 0) + 3);
    for (const control of longest(view?.controls ?? [], ({ label }) => label)) {
      const { label, row, above } = control;
      const heads = row.length > 0 ? [`row ${row[0]} / `] : [...above.map((one) => `${one} / `), ''];
      const own = heads
        .map((head) => head + label)
        .find((one) => rest === one || rest.startsWith(`${one} = `));
      if (own === undefined) continue;
      const value = rest === own ? null : rest.slice(own.length + 3);
      this.map.orders.at(-1)?.acts.push({ control, value });
      return true;
    }
    return false;
  }
}

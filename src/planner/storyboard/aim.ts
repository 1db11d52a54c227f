import { shorten } from '../../text.ts';
import type { Heard } from '../page/accessibility.ts';
import type { PageClient } from '../page/page-client.ts';
import type { Box, Control, Part, Section } from '../page/view.ts';
import type { Target } from './shots.ts';

/** Makes targets of what was observed. Each selector of a target was tried on the present page, and the best comes first. */
export interface Aim {
  section(section: Section): Promise<Target>;
  part(part: Part): Promise<Target>;
  /** @param inner what else can be pressed in it, by name: such a text would lead there */
  control(control: Pick<Control, 'id' | 'name' | 'role' | 'box'>, inner?: readonly string[]): Promise<Target>;
}

export function aimWith(client: PageClient): Aim {
  const known = new Map<number, Promise<Target>>();
  const once = (id: number, make: () => Promise<Target>) => {
    const target = known.get(id) ?? make();
    known.set(id, target);
    return target;
  };
  return {
    section: ({ id, heading, box, kind }) =>
      once(id, () => makeTarget(client, id, { name: heading ?? kind, box, exact: true })),
    part: ({ id, text, box, kind }) =>
      once(id, () => makeTarget(client, id, { name: shorten(text, 120), box, exact: kind !== 'heading' })),
    control: ({ id, name, role, box }, inner) =>
      once(id, () => makeTarget(client, id, { name, role, box, exact: false, inner })),
  };
}

interface Known {
  name: string;
  role?: string;
  box: Box;
  exact: boolean;
  inner?: readonly string[] | undefined;
}

async function makeTarget(client: PageClient, id: number, known: Known): Promise<Target> {
  const [named, heard] = await Promise.all([
    client.call('name', id, known.exact),
    client.accessibility.hear(id),
  ]);
  const selectors: Target['selectors'] = [];
  const aria = heard && (await ariaSelector(client, id, heard));
  if (aria) selectors.push([aria]);
  if (named.text && !known.inner?.includes(named.text)) selectors.push([`text/${named.text}`]);
  selectors.push(named.css);
  if (named.xpath) selectors.push([`xpath/${named.xpath}`]);
  const role = heard?.role ?? known.role;
  const frame = client.wayTo(id);
  return {
    ...(frame && { frame }),
    selectors,
    note: { ...(role && { role }), name: spoken(heard?.name || '') || known.name, box: known.box },
  };
}

/** A name without the glyphs of icon fonts, which the accessibility tree takes for words. */
const spoken = (name: string) =>
  name
    .replace(/\p{Co}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A selector by name alone where the name is unique, as Chrome's Recorder writes it. Otherwise by name and role. */
async function ariaSelector({ accessibility }: PageClient, id: number, heard: Heard): Promise<string | null> {
  const { name, role } = heard;
  // Puppeteer would read a name that looks like an attribute (`[role=…]`) as one.
  if (name.length > 100 || /\[\s*\w+\s*=|[\n\r]/.test(name)) return null;
  if (await accessibility.isOnly(id, heard)) return `aria/${name}`;
  return (await accessibility.isOnly(id, heard, role)) ? `aria/${name}[role="${role}"]` : null;
}

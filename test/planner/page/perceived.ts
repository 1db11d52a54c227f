import type { Page } from 'puppeteer-core';
import { openPageClient, type PageClient } from '../../../src/planner/page/page-client.ts';
import { perceive } from '../../../src/planner/page/perceive.ts';
import type { Item, Screen, Thing } from '../../../src/planner/page/screen.ts';

const style = `<style>body{margin:0;font:14px sans-serif}*{box-sizing:border-box}button{font:inherit}</style>`;

/** What is perceived of a page made of this markup. */
export async function perceived(page: Page, html: string): Promise<Perceived> {
  await page.setContent(`<!doctype html><title>Test</title>${style}${html}`);
  return perceivedNow(page);
}

export async function perceivedAt(page: Page, url: string): Promise<Perceived> {
  await page.goto(url);
  return perceivedNow(page);
}

async function perceivedNow(page: Page): Promise<Perceived> {
  const client = await openPageClient(page, new AbortController().signal);
  return new Perceived(await perceive(client), client);
}

export class Perceived {
  readonly screen: Screen;
  readonly client: PageClient;

  constructor(screen: Screen, client: PageClient) {
    this.screen = screen;
    this.client = client;
  }

  /** The only item of that kind that has the word in its name or its labels. */
  item(kind: Item['kind'], word: string): Item {
    const all = this.items(kind).filter(({ name, labels }) => [name, ...labels].some((one) => one === word));
    if (all.length !== 1) throw new Error(`${all.length} of kind ${kind} are called ${word}: ${this.list()}`);
    return all[0]!;
  }

  items(kind: Item['kind']): Item[] {
    return this.screen.items.filter((item) => item.kind === kind);
  }

  thing(kind: Thing['kind'], name: string): Thing {
    const all = this.screen.things.filter((thing) => thing.kind === kind && thing.name === name);
    if (all.length !== 1) throw new Error(`${all.length} of kind ${kind} are called ${name}: ${this.list()}`);
    return all[0]!;
  }

  ownerOf(item: Item): Thing {
    return this.screen.things[item.owner]!;
  }

  /** The names of the things around an item, the innermost first, without the page. */
  homesOf(item: Item): string[] {
    const names: string[] = [];
    for (
      let at: Thing | undefined = this.ownerOf(item);
      at?.parent != null;
      at = this.screen.things[at.parent]
    )
      names.push(at.name);
    return names;
  }

  private list(): string {
    const things = this.screen.things.map(({ kind, name }) => `${kind} ${name}`);
    const items = this.screen.items.map(({ kind, name, labels }) => `${kind} ${name} [${labels.join(', ')}]`);
    return `\n${[...things, ...items].join('\n')}`;
  }
}

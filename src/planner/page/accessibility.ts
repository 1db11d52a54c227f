import type { CDPSession } from 'puppeteer-core';
import { wellFormed } from '../../text.ts';
import { within } from './deadline.ts';

/** The role and the name of an element, as assistive technology hears them. */
export interface Heard {
  role: string;
  name: string;
  /** The browser's number for the node. Null where only the in-page reader could be asked. */
  nodeId: number | null;
}

/** The in-page reader, which answers where the browser's tree cannot. Its names are approximate. */
export interface FallbackReader {
  /** A remote object of the element. */
  handle(id: number): Promise<string | null>;
  heard(id: number): Promise<{ role: string; name: string } | null>;
  isOnlyNamed(id: number, name: string, role?: string): Promise<boolean>;
  /** The element is in a frame, and the browser's tree of the page ends there. */
  isFramed(id: number): boolean;
}

/**
 * The browser's accessibility tree. Chromium updates it when it draws. Where no frame is ever drawn, a query after a change of
 * the page is never answered. From the first late answer on, the approximate names of the in-page reader are used instead. A
 * wrong name costs one alternate selector, while waiting would cost the plan.
 */
export class AccessibilityTree {
  static readonly answerMs = 600;
  private readonly cdp: CDPSession;
  private readonly reader: FallbackReader;
  private asleep = false;

  constructor(cdp: CDPSession, reader: FallbackReader) {
    this.cdp = cdp;
    this.reader = reader;
  }

  /** From now on only the in-page reader answers. For 20,000 elements the browser would build its tree for two seconds. */
  leaveAlone(): void {
    this.asleep = true;
  }

  async hear(id: number): Promise<Heard | null> {
    const node = this.reader.isFramed(id) ? undefined : await this.ask(() => this.node(id));
    if (node === undefined) {
      const heard = await this.reader.heard(id);
      return heard && { ...heard, nodeId: null };
    }
    const role = node?.role?.value as string | undefined;
    const name = wellFormed(String(node?.name?.value ?? ''))
      .replace(/\s+/g, ' ')
      .trim();
    return role && name && !node?.ignored ? { role, name, nodeId: node?.backendDOMNodeId ?? null } : null;
  }

  /** Whether the name (with the role, where given) fits this element and no other. */
  async isOnly(id: number, { name, nodeId }: Heard, role?: string): Promise<boolean> {
    const nodes = nodeId === null ? undefined : await this.ask(() => this.query(name, role));
    if (nodes === undefined) return this.reader.isOnlyNamed(id, name, role);
    const shown = nodes.filter(
      (one) => !one.ignored && !/^(StaticText|InlineTextBox)$/.test(one.role?.value),
    );
    return shown.length === 1 && shown[0]?.backendDOMNodeId === nodeId;
  }

  /** Undefined where the tree does not answer. */
  private async ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    if (this.asleep) return undefined;
    try {
      return await within(question(), AccessibilityTree.answerMs);
    } catch {
      this.asleep = true;
      return undefined;
    }
  }

  private async query(name: string, role?: string) {
    const { root } = await this.cdp.send('DOM.getDocument', { depth: 0 });
    const asked = { nodeId: root.nodeId, accessibleName: name, ...(role && { role }) };
    return (await this.cdp.send('Accessibility.queryAXTree', asked)).nodes;
  }

  private async node(id: number) {
    const objectId = await this.reader.handle(id);
    if (!objectId) return null;
    const asked = { objectId, fetchRelatives: false };
    return (await this.cdp.send('Accessibility.getPartialAXTree', asked)).nodes[0] ?? null;
  }
}

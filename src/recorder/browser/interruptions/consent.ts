import type { Frame } from 'puppeteer-core';
import { settled } from '../deadline.ts';
import type { Tab } from '../tab.ts';
import { consentFrame, watchForKnownBanner } from './autoconsent.ts';

/** Each refuses, or failing that closes, what is there by then, and answers whether there was anything. */
export interface ConsentWatch {
  atOnce(): Promise<boolean>;
  /** Half a second after the first look, for banners that come late. */
  late(): Promise<boolean>;
}

/**
 * Refuses, or failing that closes, consent banners: those that autoconsent's rules know, else by what their buttons say.
 * Never agrees to anything.
 */
export async function watchForConsent(tab: Tab): Promise<ConsentWatch> {
  const known = await watchForKnownBanner(tab);
  return {
    atOnce: async () => (await known.firstLook()) || refuseByWords(tab),
    late: async () => (await known.secondLook()) || refuseByWords(tab),
  };
}

/** Every frame would cost time for each advertisement: these have a consent service's name, or lie over the page. */
async function refuseByWords(tab: Tab): Promise<boolean> {
  const [main, ...others] = tab.page.frames();
  let refused = main ? await refuseIn(main, 'page') : false;
  for (const frame of others.slice(0, 12)) {
    const known = consentFrame.test(`${frame.url()} ${frame.name()}`);
    if (known || (await within(liesOver(frame)))) refused = (await refuseIn(frame, 'frame')) || refused;
  }
  if (refused) tab.log.info('consent banner refused');
  return refused;
}

const refuseIn = (frame: Frame, where: 'page' | 'frame') =>
  within(frame.evaluate(clickRefusal, where === 'page'));

async function within(asked: Promise<boolean>): Promise<boolean> {
  const answer = asked.catch(() => false);
  return (await settled(answer, 2_000)) ? answer : false;
}

async function liesOver(frame: Frame): Promise<boolean> {
  const owner = await frame.frameElement();
  return (
    (await owner?.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      if (width < 200 || height < 60) return false;
      for (let at: Element | null = element; at; at = at.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
      return false;
    })) ?? false
  );
}

function clickRefusal(inMain: boolean): boolean {
  const about =
    /cookie|consent|gdpr|privacy|datenschutz|confidentialit|privacidad|tracking|隐私|プライバシー|同意/i;
  const refuse =
    /^(reject|decline|refuse|deny|disagree|do not (accept|consent)|don.t accept|no,? thanks|(only|just|use|accept|allow)?\s*(strictly )?(necessary|essential|required)( cookies)?( only)?|continue without|opt.?out|(alle )?ablehnen|nur (notwendige|erforderliche|essenzielle)|(tout |je )?refuse|continuer sans|rechazar|solo necesarias|rifiuta|(alles )?weigeren|recusar|rejeitar|odrzu|avvisa|afvis|avslå|hylkää|odmítn|elutasít|отклон|拒绝|拒絕|拒否|거부)/i;
  const close =
    /^(×|✕|✖|x|close( .{0,30})?|dismiss|hide|schließen|fermer|cerrar|chiudi|sluiten|fechar|stäng|zamknij|закрыть|关闭|閉じる|닫기)$/i;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const element of document.querySelectorAll('*'))
    if (element.shadowRoot && roots.length < 50) roots.push(element.shadowRoot);
  const visible = (element: HTMLElement) => {
    const box = element.getBoundingClientRect();
    return box.width > 4 && box.height > 4 && getComputedStyle(element).visibility === 'visible';
  };
  const words = (element: HTMLElement) =>
    (element.textContent || element.getAttribute('aria-label') || element.title || '').trim();
  const staysHere = (button: HTMLElement) =>
    !(button instanceof HTMLAnchorElement) || /^(#|javascript:|$)/.test(button.getAttribute('href') ?? '');
  // A button counts only inside something that lies over the page and speaks of cookies or privacy.
  const inBanner = (element: HTMLElement) => {
    if (!inMain) return about.test(`${location.href} ${name} ${document.body.textContent}`);
    for (let node: Node | null = element; node; node = node.parentNode ?? (node as ShadowRoot).host ?? null) {
      if (!(node instanceof HTMLElement) || node === document.body) continue;
      const { position } = getComputedStyle(node);
      const over =
        position === 'fixed' || position === 'sticky' || node.matches('dialog, [role=dialog], [aria-modal]');
      const named = about.test(`${node.id} ${node.getAttribute('class') ?? ''}`);
      const short = (node.textContent ?? '').length < 4_000;
      if (short && (over || named) && about.test(`${node.id} ${node.className} ${node.textContent ?? ''}`))
        return true;
    }
    return false;
  };
  const buttons = roots.flatMap((root) => [
    ...root.querySelectorAll<HTMLElement>('button, [role=button], a, input[type=button]'),
  ]);
  for (const wording of [refuse, close]) {
    const found = buttons.find(
      (button) => visible(button) && staysHere(button) && wording.test(words(button)) && inBanner(button),
    );
    if (!found) continue;
    found.click();
    return true;
  }
  return false;
}

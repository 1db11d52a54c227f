import type { Frame } from 'puppeteer-core';
import { settled } from '../deadline.ts';
import type { Tab } from '../tab.ts';
import { consentFrame, watchForKnownBanner } from './autoconsent.ts';

/** Both refuse the banners that are open, or close them where they cannot be refused. @returns whether there were any. */
export interface ConsentWatch {
  atOnce(): Promise<boolean>;
  /** For banners that come half a second late. */
  late(): Promise<boolean>;
}

/**
 * Watches for consent banners and refuses them, or closes them where they cannot be refused. Banners that autoconsent's rules
 * know are refused by those rules, all others by the words on their buttons. Nothing is ever agreed to.
 */
export async function watchForConsent(tab: Tab): Promise<ConsentWatch> {
  const knownBanner = await watchForKnownBanner(tab);
  return {
    atOnce: async () => (await knownBanner.firstLook()) || refuseByWords(tab),
    late: async () => (await knownBanner.secondLook()) || refuseByWords(tab),
  };
}

/**
 * Looks into the page and into frames that have a consent service's name or lie over the page. Every advertisement's frame would
 * cost time.
 */
async function refuseByWords(tab: Tab): Promise<boolean> {
  const [main, ...others] = tab.page.frames();
  let refused = main ? await refuseInFrame(main, 'page') : false;
  for (const frame of others.slice(0, 12)) {
    const isConsentFrame = consentFrame.test(`${frame.url()} ${frame.name()}`);
    if (isConsentFrame || (await answerInTime(isOverlay(frame))))
      refused = (await refuseInFrame(frame, 'frame')) || refused;
  }
  if (refused) tab.log.info('consent banner refused');
  return refused;
}

const refuseInFrame = (frame: Frame, where: 'page' | 'frame') =>
  answerInTime(frame.evaluate(clickRefusal, where === 'page'));

async function answerInTime(question: Promise<boolean>): Promise<boolean> {
  const answer = question.catch(() => false);
  return (await settled(answer, 2_000)) ? answer : false;
}

async function isOverlay(frame: Frame): Promise<boolean> {
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

function clickRefusal(isMainFrame: boolean): boolean {
  const consentWords =
    /cookie|consent|gdpr|privacy|datenschutz|confidentialit|privacidad|tracking|隐私|プライバシー|同意/i;
  const refusalLabel =
    /^(reject|decline|refuse|deny|disagree|do not (accept|consent)|don.t accept|no,? thanks|(only|just|use|accept|allow)?\s*(strictly )?(necessary|essential|required)( cookies)?( only)?|continue without|opt.?out|(alle )?ablehnen|nur (notwendige|erforderliche|essenzielle)|(tout |je )?refuse|continuer sans|rechazar|solo necesarias|rifiuta|(alles )?weigeren|recusar|rejeitar|odrzu|avvisa|afvis|avslå|hylkää|odmítn|elutasít|отклон|拒绝|拒絕|拒否|거부)/i;
  const closeLabel =
    /^(×|✕|✖|x|close( .{0,30})?|dismiss|hide|schließen|fermer|cerrar|chiudi|sluiten|fechar|stäng|zamknij|закрыть|关闭|閉じる|닫기)$/i;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const element of document.querySelectorAll('*'))
    if (element.shadowRoot && roots.length < 50) roots.push(element.shadowRoot);
  const visible = (element: HTMLElement) => {
    const box = element.getBoundingClientRect();
    return box.width > 4 && box.height > 4 && getComputedStyle(element).visibility === 'visible';
  };
  const labelOf = (element: HTMLElement) =>
    (element.textContent || element.getAttribute('aria-label') || element.title || '').trim();
  const staysHere = (button: HTMLElement) =>
    !(button instanceof HTMLAnchorElement) || /^(#|javascript:|$)/.test(button.getAttribute('href') ?? '');
  // A button counts only inside an overlay that speaks of cookies or privacy.
  const inBanner = (element: HTMLElement) => {
    if (!isMainFrame) return consentWords.test(`${location.href} ${name} ${document.body.textContent}`);
    for (let node: Node | null = element; node; node = node.parentNode ?? (node as ShadowRoot).host ?? null) {
      if (!(node instanceof HTMLElement) || node === document.body) continue;
      const { position } = getComputedStyle(node);
      const isOver =
        position === 'fixed' || position === 'sticky' || node.matches('dialog, [role=dialog], [aria-modal]');
      const named = consentWords.test(`${node.id} ${node.getAttribute('class') ?? ''}`);
      const short = (node.textContent ?? '').length < 4_000;
      if (
        short &&
        (isOver || named) &&
        consentWords.test(`${node.id} ${node.className} ${node.textContent ?? ''}`)
      )
        return true;
    }
    return false;
  };
  const buttons = roots.flatMap((root) => [
    ...root.querySelectorAll<HTMLElement>('button, [role=button], a, input[type=button]'),
  ]);
  for (const wording of [refusalLabel, closeLabel]) {
    const found = buttons.find(
      (button) => visible(button) && staysHere(button) && wording.test(labelOf(button)) && inBanner(button),
    );
    if (!found) continue;
    found.click();
    return true;
  }
  return false;
}

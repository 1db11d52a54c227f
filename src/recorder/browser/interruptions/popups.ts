import type { Tab } from '../tab.ts';
import { PopupCloser, type PopupRules } from './popup-closer.ts';

const rules: PopupRules = {
  // Widgets of other companies that stay in a corner of the page.
  widgets:
    '#intercom-container, .intercom-lightweight-app, #intercom-frame, .crisp-client, ' +
    '.drift-frame-controller, #drift-widget, #drift-widget-container, #hubspot-messages-iframe-container, ' +
    'iframe#launcher, #webWidget, iframe[name="Messaging window"], #tidio-chat, #olark-wrapper, ' +
    '#chat-widget-container, #fc_frame, #gorgias-chat-container, #front-chat-iframe, .fb_dialog, ' +
    'iframe[title*="chat widget" i], .tawk-min-container, .grecaptcha-badge, #credential_picker_container, ' +
    '#userlike, .helpscout-beacon, #beacon-container, #chatbase-bubble-button, #zsiq_float, ' +
    '#smartsupp-widget',
  topics:
    /newsletter|subscri|mailing list|% off|discount|coupon|promo code|exclusive (offer|deal)s?|join (our|the) (list|community)|get updates|notifications?\b.{0,40}(allow|enable)|don.t miss|before you (go|leave)|install (the|our) app|take (our|a) survey|abonnez|abonnier|rabatt|suscr[ií]b|iscriviti|nieuwsbrief|ニュースレター|订阅|訂閱|구독/i
      .source,
  closeLabels:
    /^(×|✕|✖|⨯|x|close( .{0,30})?|dismiss|no,? thanks?.{0,40}|not now|maybe later|skip|schließen|nein,? danke|fermer|non,? merci|cerrar|no,? gracias|chiudi|sluiten|fechar|关闭|閉じる|닫기)$/i
      .source,
};
// A pop-up has faded out after this time.
const popupFadeMs = 600;

/**
 * Off camera: closes newsletter and sign-up pop-ups, and hides chat bubbles, badges and one-tap sign-ins. Those that appear
 * later, by a timer or on the way down, are hidden before they are drawn. A dialog about anything else belongs to the page and
 * stays.
 */
export async function closePopups(tab: Tab): Promise<void> {
  const source = `(() => { const PopupCloser = ${String(PopupCloser)}; return new PopupCloser(${JSON.stringify(rules)}).start(); })()`;
  const closed = await tab.answer(tab.page.evaluate(source) as Promise<number>).catch(() => 0);
  if (closed === 0) return;
  tab.log.info({ closed }, 'pop-ups closed');
  await tab.clock.idle(popupFadeMs);
}

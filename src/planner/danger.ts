import type { Danger, RawControl } from './view.ts';

/**
 * What a script never presses, whatever the prompt says: paying, deleting, signing out. Judged by name, target and
 * surroundings; when in doubt it is dangerous, since a demo without one click beats a film of a real purchase.
 */
const names: Record<Danger, RegExp> = {
  payment:
    /(?<!\p{L})(pay|pay now|buy|purchase|checkout|check out|place (your |the |my )?order|order now|complete (your |the )?(order|purchase|payment)|confirm (your |the )?(order|purchase|payment)|donate|add funds|top up|jetzt kaufen|kaufen|kaufe|bezahlen|bezahle|zahlungspflichtig|bestellen|bestelle|acheter|achète|achetez|payer|paie|payez|commander|commande|comprar|compra|pagar|paga|acquista|paga|ordina|kopen|afrekenen|kup|zapłać)(?!\p{L})|купить|оплатить|اشتر|شراء|ادفع|الدفع|购买|支付|付款|立即下单|購買|結帳|購入|支払|注文する|구매|결제/iu,
  deletion:
    /(?<!\p{L})(delete|remove|erase|destroy|wipe|purge|deactivate|terminate|discard|empty (the )?(trash|bin|cart)|clear all|(close|cancel) (my |your |the )?(account|subscription|plan|order|membership)|unsubscribe|reset (all|everything|account|data)|löschen|lösche|entfernen|entferne|kündigen|kündige|supprimer|supprime|supprimez|effacer|efface|résilier|résilie|eliminar|borrar|borra|cancella|elimina|excluir|apagar|verwijderen|usuń)(?!\p{L})|удалить|حذف|احذف|إلغاء الحساب|删除|移除|刪除|注销|削除|解約|삭제|탈퇴/iu,
  'sign-out':
    /\b(sign|log)[\s-]?(out|off)\b|(?<!\p{L})(abmelden|melde (dich|mich) ab|ausloggen|logge dich aus|déconnexion|se déconnecter|déconnecte-toi|déconnectez-vous|cerrar sesión|cierra (la )?sesión|salir|esci|disconnetti|sair|uitloggen|wyloguj)(?!\p{L})|выйти|تسجيل الخروج|خروج|退出|登出|ログアウト|サインアウト|로그아웃/iu,
};
const effects: Record<Danger, RegExp> = {
  payment: /(^|[\s/_-])(checkout|pay|payment|purchase|buy|charge)([\s/_?.-]|$)/i,
  deletion: /(^|[\s/_-])(delete|destroy|remove|unsubscribe|deactivate)([\s/_?.-]|$)/i,
  'sign-out': /(^|[\s/_-])(log[-_]?out|sign[-_]?out|log[-_]?off|session\/(end|destroy))([\s/_?.-]|$)/i,
};

/** What a prompt itself asks for in so many words. */
export function dangerIn(said: string): Danger | null {
  const text = said.normalize('NFKC');
  return (['payment', 'deletion', 'sign-out'] as const).find((danger) => names[danger].test(text)) ?? null;
}

export function dangerOf(control: RawControl): Danger | null {
  if (control.purpose === 'input' || control.purpose === 'accordion')
    return isCardField(control) ? 'payment' : null;
  const name = control.name.normalize('NFKC');
  for (const danger of ['payment', 'deletion', 'sign-out'] as const)
    if (names[danger].test(name) || effects[danger].test(control.effects)) return danger;
  const submits = control.purpose === 'submit' || control.purpose === 'act';
  return control.besideCardFields && submits ? 'payment' : null;
}

/** A field for a card or a bank account: a demo never fills it. */
export function isCardField(control: RawControl): boolean {
  return /\bcc-|card[\s_-]?(number|no\b)|\bcvc\b|\bcvv\b|\biban\b|expiry|security code|kartennummer|número de tarjeta|numéro de carte/i.test(
    `${control.hint} ${control.name}`,
  );
}

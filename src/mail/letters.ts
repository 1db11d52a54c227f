/** A mail without its reader. Both forms say the same. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** @param url works for an hour. */
export const resetLetter = (url: string): Letter =>
  letter({
    subject: 'Set a new Showreel password',
    before: [
      'Somebody asked to set a new password for your Showreel account. If it was you, use this link within an hour:',
    ],
    action: { label: 'Set a new password', url },
    after: [
      'If it was not you, you need not do anything. Your password stays as it is, and nobody else has this link.',
    ],
  });

/** @param url works for three days. */
export const verifyLetter = (url: string): Letter =>
  letter({
    subject: 'Confirm your email address for Showreel',
    before: [
      'Somebody opened a Showreel account with this email address. If it was you, confirm it within three days:',
    ],
    action: { label: 'Confirm this address', url },
    after: ['If it was not you, you need not do anything.'],
  });

/** @param url where a new password can be asked for. */
export const passwordChangedLetter = (at: Date, url: string): Letter =>
  letter({
    subject: 'Your Showreel password was changed',
    before: [
      `The password of your Showreel account was changed on ${inWords(at)}. Wherever else you were signed in, you were signed out.`,
      'If it was you, you need not do anything. If it was not you, set a new password now:',
    ],
    action: { label: 'Set a new password', url },
    after: [],
  });

/** @param url where the endpoints are listed, with what they answered */
export const webhookOffLetter = (reason: 'failing' | 'gone', url: string): Letter =>
  letter({
    subject: 'A Showreel webhook endpoint was switched off',
    before: [
      reason === 'gone'
        ? 'One of your webhook endpoints answered that it is gone (410), so nothing is sent to it any more.'
        : 'One of your webhook endpoints has failed for three days, so nothing is sent to it any more.',
      'See what it answered. You can switch it on again there, and replay what it missed:',
    ],
    action: { label: 'Open the webhooks', url },
    after: [],
  });

const inWords = (at: Date) =>
  `${at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

interface Parts {
  subject: string;
  before: string[];
  action: { label: string; url: string };
  after: string[];
}

/** Nothing in a letter comes from a stranger: neither its sentences nor the link, which the service makes. */
function letter({ subject, before, action, after }: Parts): Letter {
  const text = [...before, action.url, ...after, 'Showreel'].join('\n\n');
  const paragraphs = (lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('\n');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="font-weight:650">Showreel</p>
${paragraphs(before)}
<p><a href="${action.url}" style="display:inline-block;padding:12px 20px;border-radius:9px;background:#5b5bd6;color:#ffffff;font-weight:600;text-decoration:none">${action.label}</a></p>
${paragraphs(after)}
<p style="font-size:14px">If the button does not work, open this address:<br><a href="${action.url}" style="overflow-wrap:anywhere">${action.url}</a></p>
</div></body></html>
`;
  return { subject, text, html };
}

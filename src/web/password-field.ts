import { html } from './html.ts';

export interface PasswordField {
  name: string;
  label: string;
  autocomplete: 'current-password' | 'new-password';
  fault?: string | null | undefined;
  autofocus?: boolean;
}

/** A field for a password. `assets/reveal.js` adds what shows it; the field works without. */
export function passwordField({ name, label, autocomplete, fault = null, autofocus = false }: PasswordField) {
  const isNew = autocomplete === 'new-password';
  const described = [isNew && `${name}-hint`, `${name}-fault`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
<div class="secret">
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" ${
    isNew ? html`minlength="8" maxlength="128"` : html`maxlength="1024"`
  } aria-describedby="${described}"${fault !== null && html` aria-invalid="true"`} required${
    autofocus && html` autofocus`
  }>
<button type="button" class="reveal" aria-controls="${name}" aria-pressed="false" hidden>Show</button>
</div>
${isNew && html`<p class="hint" id="${name}-hint">At least 8 characters. A longer password is safer.</p>`}
<p class="field-fault" id="${name}-fault" role="alert"${fault === null && html` hidden`}>${fault}</p>
</div>`;
}

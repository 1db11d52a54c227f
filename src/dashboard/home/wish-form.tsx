import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { addressOf, type Wish, wishPath } from './wish.ts';

/** One line to fill: the address of a page, and a sentence. What was filled in stands in the address, so a reload keeps it. */
export function WishForm({
  wish,
  submit,
  onSame,
}: {
  wish?: Partial<Wish>;
  submit: string;
  /** For a submit that changes nothing. */
  onSame?: () => void;
}) {
  const navigate = useNavigate();
  const start = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const url = addressOf(String(fields.get('url')));
    const prompt = String(fields.get('prompt')).trim();
    if (url === wish?.url && prompt === wish.prompt && onSame) return onSame();
    if (url !== '' && prompt !== '') navigate(wishPath({ ...wish, url, prompt }));
  };
  return (
    <form className="wish" onSubmit={start}>
      <div className="wish-field">
        <label htmlFor="url">Address of the page</label>
        <input
          id="url"
          name="url"
          defaultValue={wish?.url}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          placeholder="example.com"
          required
        />
      </div>
      <div className="wish-field wide">
        <label htmlFor="prompt">What to show, in one sentence</label>
        <input
          id="prompt"
          name="prompt"
          defaultValue={wish?.prompt}
          maxLength={500}
          autoComplete="off"
          placeholder="Open the pricing and switch to yearly"
          required
        />
      </div>
      <button type="submit">{submit}</button>
    </form>
  );
}

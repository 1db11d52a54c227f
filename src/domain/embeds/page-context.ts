interface PageContext {
  title?: string | undefined;
  headings?: string[] | undefined;
  description?: string | undefined;
}

/** The longest context that an owner may give a demo by hand. */
const mostCharacters = 2000;

/** What a page says of itself, in lines, as the planner reads it beside the prompt; null where it says nothing. */
export function describePage({ title, headings = [], description }: PageContext = {}): string | null {
  const lines = [title, description, ...headings].flatMap((line) => line?.replace(/\s+/g, ' ').trim() || []);
  const text = [...new Set(lines)].join('\n');
  return text === '' ? null : [...text].slice(0, mostCharacters).join('');
}

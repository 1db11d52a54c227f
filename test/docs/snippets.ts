/** A piece of code in a page of the documents. */
export interface Snippet {
  /** `quickstart 3`: the page, and which of its snippets. */
  name: string;
  language: string;
  /** What follows the language: `[curl] run`, `skip="why"`, `answer="demos_create 202"`, `page`. */
  info: string;
  code: string;
}

export function snippetsOf(page: string, markdown: string): Snippet[] {
  const fences = markdown.matchAll(/^(`{3,})(\w+)(.*)\n([\s\S]*?)^\1$/gm);
  return [...fences].map(([, , language, info, code], index) => ({
    name: `${page} ${index + 1}`,
    language: language!,
    info: info!.trim(),
    code: code!.trimEnd(),
  }));
}

/** The value of `name="…"`. */
export const markOf = (snippet: Snippet, name: string) =>
  new RegExp(`${name}="([^"]+)"`).exec(snippet.info)?.[1];
export const isRun = (snippet: Snippet) => /(^|\s)run$/.test(snippet.info);

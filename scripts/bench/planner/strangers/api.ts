/** Asks an application's own API. @throws where it refuses */
export async function getJson<Answer>(url: string): Promise<Answer> {
  const answer = await fetch(url, { headers: { accept: 'application/json' }, signal: soon() });
  if (!answer.ok) throw new Error(`GET ${url}: ${answer.status}`);
  return (await answer.json()) as Answer;
}

/** @throws where the application refuses */
export async function send(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    body: JSON.stringify(body),
    signal: soon(),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return text.startsWith('{') ? JSON.parse(text) : text;
}

/** A form's way of sending: `name=value&…`. @throws where the application refuses */
export async function sendForm(url: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), signal: soon() });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status}`);
}

const soon = () => AbortSignal.timeout(10_000);

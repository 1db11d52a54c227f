import type { Screen } from './page/screen.ts';
import type { PageClient } from './page-client.ts';

/**
 * What a person sees on the screen. The page says what its elements look like, and the browser knows which of them listen for
 * presses although nothing marks them.
 */
export async function perceive(client: PageClient): Promise<Screen> {
  const { asked, doubtful, ...screen } = await client.call('screen');
  const listening = new Set(asked.length > 0 ? await client.listening(asked) : []);
  const idle = new Set(doubtful.filter((id) => !listening.has(id)));
  return {
    ...screen,
    items: screen.items
      .filter(({ id }) => !idle.has(id))
      .map((item) =>
        listening.has(item.id)
          ? { ...item, kind: item.kind === 'text' ? ('button' as const) : item.kind, isPressable: true }
          : item,
      ),
  };
}

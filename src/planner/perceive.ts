import type { Screen } from './page/screen.ts';
import type { PageClient } from './page-client.ts';

export async function perceive(_client: PageClient): Promise<Screen> {
  throw new Error('to come');
}

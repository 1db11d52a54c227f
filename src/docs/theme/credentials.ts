import { defineComponent, h, onMounted, ref } from 'vue';
import { fillIn } from './fill-in.ts';

type Visitor = 'unknown' | 'stranger' | { name: string };

/**
 * The first step of the quickstart. For a visitor who is signed in, it makes a key at a press and fills it in, with the id of their newest
 * project. The service shows a key only once, so a key that exists already cannot be filled in.
 */
export const Credentials = defineComponent({
  setup() {
    const visitor = ref<Visitor>('unknown');
    const said = ref('');
    const isBusy = ref(false);

    onMounted(async () => {
      const session = await read('/api/auth/get-session').catch(() => null);
      visitor.value = session?.user ? { name: session.user.email } : 'stranger';
      if (!session?.user) return;
      const projects = await read('/api/v1/projects?limit=1').catch(() => null);
      const newest = projects?.projects?.[0]?.id;
      if (newest) fillIn({ 'proj_…': newest });
    });

    async function makeKey(): Promise<void> {
      isBusy.value = true;
      try {
        const made = await read('/api/v1/api-keys', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: 'Documents', type: 'live' }),
        });
        fillIn({ 'sr_live_…': made.key });
        said.value = 'The key is filled in below. It is shown this once: copy it before you leave.';
      } catch (fault) {
        said.value = fault instanceof Error ? fault.message : String(fault);
      } finally {
        isBusy.value = false;
      }
    }

    return () =>
      h('div', { class: 'credentials' }, [
        visitor.value === 'unknown' || visitor.value === 'stranger'
          ? h('p', [
              h('a', { href: '/sign-in?next=%2Fdocs%2Fquickstart', target: '_self' }, 'Sign in'),
              ' and this page makes a key and fills it in. Or make one at ',
              h('a', { href: '/keys', target: '_self' }, 'API keys'),
              '.',
            ])
          : h('p', [
              `You are signed in as ${visitor.value.name}. `,
              h(
                'button',
                { type: 'button', disabled: isBusy.value, onClick: makeKey },
                'Make a key and fill it in',
              ),
            ]),
        h('p', { role: 'status', class: said.value ? 'said' : 'said empty' }, said.value),
      ]);
  },
});

// biome-ignore lint/suspicious/noExplicitAny: three answers of this service, each read for one member.
async function read(path: string, init: RequestInit = {}): Promise<any> {
  const answer = await fetch(path, { credentials: 'same-origin', ...init });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error ?? `The service answered ${answer.status}.`);
  return body;
}

import { Button, Skeleton, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api, client, type Inputs, type Outputs } from '../data/api.ts';
import { faultOf, fieldFaults } from '../data/fault.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { SaveRow, Setting } from '../parts/setting.tsx';
import { readCookies } from './cookies.ts';
import type { Project } from './names.ts';
import { ScriptField } from './script-field.tsx';

type Login = Outputs['logins']['read'];
type Changes = Omit<Inputs['logins']['change'], 'id'>;

/** How films get past a sign-in, and what they never show. Values are kept encrypted, and nobody sees them again. */
export function LoginSettings({ project: { id } }: { project: Project }) {
  const login = useQuery({
    queryKey: [...api.logins.pathKey(), 'of', id],
    // A project without a login answers with 404, which is no fault here.
    queryFn: () =>
      client.logins.read.query({ id }).catch((error: unknown) => {
        if (faultOf(error).code === 'login_not_found') return null;
        throw error;
      }),
  });
  if (login.isPending) return <Skeleton height={320} radius="lg" />;
  if (login.isError) return <FaultNote error={login.error} retry={() => login.refetch()} />;
  return (
    <div className="stack">
      <Cookies id={id} login={login.data} />
      <Script id={id} login={login.data} />
      <Masks id={id} login={login.data} />
    </div>
  );
}

interface PartProps {
  id: string;
  login: Login | null;
}

function useChange(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Changes | (() => Changes)) =>
      client.logins.change.mutate({ id, ...(typeof changes === 'function' ? changes() : changes) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.logins.pathKey() }),
  });
}

function Cookies({ id, login }: PartProps) {
  const save = useChange(id);
  const [unread, setUnread] = useState<string | null>(null);
  const faults = fieldFaults(save.error, ['cookies']);
  const names = (login?.cookies ?? []).map(({ name, domain }) => (domain ? `${name} (${domain})` : name));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      const cookies = readCookies(String(new FormData(form).get('cookies')));
      setUnread(null);
      save.mutate({ cookies }, { onSuccess: () => form.reset() });
    } catch (error) {
      setUnread((error as Error).message);
    }
  };
  return (
    <Setting
      title="Cookies"
      about="They are set before the page is opened. Sign in with an account for demos, and copy its cookies from the browser."
    >
      {names.length > 0 && (
        <p className="plain">
          Set: <span className="mono">{names.join(', ')}</span>
        </p>
      )}
      <form className="stack" onSubmit={submit}>
        <Textarea
          name="cookies"
          label={names.length > 0 ? 'New cookies in place of these' : 'Cookies'}
          description="As the browser sends them (sid=1; theme=dark), or the JSON of an export"
          rows={3}
          autoComplete="off"
          spellCheck={false}
          error={unread ?? faults.of.cookies}
          classNames={{ input: 'mono' }}
        />
        <SaveRow saving={save} isTold={faults.isTold}>
          {names.length > 0 && (
            <Button variant="subtle" color="fault" onClick={() => save.mutate({ cookies: [] })}>
              Remove the cookies
            </Button>
          )}
        </SaveRow>
      </form>
    </Setting>
  );
}

function Script({ id, login }: PartProps) {
  const save = useChange(id);
  const [saved, setSaved] = useState(0);
  const faults = fieldFaults(save.error, ['script']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const script = String(new FormData(event.currentTarget).get('script'));
    // What was typed may contain a password, so it does not stay on the screen.
    save.mutate({ script }, { onSuccess: () => setSaved((count) => count + 1) });
  };
  return (
    <Setting
      title="Sign-in script"
      about="Sign in once while Chrome’s Recorder records, and export the recording as JSON. It is played before each film, off camera."
    >
      {login?.script && (
        <p className="plain">
          Set: “{login.script.title}”, {login.script.steps.length} steps
        </p>
      )}
      <form className="stack" onSubmit={submit}>
        <ScriptField key={saved} error={faults.of.script} isSet={login?.script != null} />
        <SaveRow saving={save} isTold={faults.isTold}>
          {login?.script && (
            <Button variant="subtle" color="fault" onClick={() => save.mutate({ script: null })}>
              Remove the script
            </Button>
          )}
        </SaveRow>
      </form>
    </Setting>
  );
}

function Masks({ id, login }: PartProps) {
  const save = useChange(id);
  const faults = fieldFaults(save.error, ['mask_selectors']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const lines = String(new FormData(event.currentTarget).get('masks')).split('\n');
    save.mutate({ mask_selectors: lines.map((line) => line.trim()).filter(Boolean) });
  };
  return (
    <Setting
      title="Masks"
      about="What no film may show, such as names and account numbers. It is blurred before a picture is taken. Password fields always are."
    >
      <form className="stack" onSubmit={submit}>
        <Textarea
          name="masks"
          label="CSS selectors, one a line"
          placeholder=".account-number"
          defaultValue={login?.mask_selectors.join('\n')}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          error={faults.of.mask_selectors && inLines(faults.of.mask_selectors)}
          classNames={{ input: 'mono' }}
        />
        <SaveRow saving={save} isTold={faults.isTold} />
      </form>
    </Setting>
  );
}

/** The service counts from 0, people count lines from 1. */
const inLines = (sentence: string) =>
  sentence.replaceAll(/mask_selectors\[(\d+)\]/gi, (_, index: string) => `Line ${Number(index) + 1}`);

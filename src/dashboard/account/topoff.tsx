import { Alert, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api, type Inputs, type Outputs } from '../data/api.ts';
import { fieldFaults } from '../data/fault.ts';
import { formatDollars } from '../parts/format.ts';
import { SaveRow, Setting } from '../parts/setting.tsx';

type Usage = Outputs['accounts']['usage'];
type PackId = Inputs['credits']['setAutoTopoff']['packId'];

/** Buys a pack by itself before the credits run out. */
export function Topoff({ usage: { autoTopoff, creditPacks } }: { usage: Usage }) {
  const queries = useQueryClient();
  const [isOn, setOn] = useState(autoTopoff.enabled);
  const save = useMutation(
    api.credits.setAutoTopoff.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.accounts.pathKey() }),
    }),
  );
  const faults = fieldFaults(save.error, ['packId', 'threshold']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const threshold = String(fields.get('threshold')).trim();
    save.mutate({
      enabled: isOn,
      packId: String(fields.get('packId')) as PackId,
      // An empty field is refused by its name, and not taken for 0.
      threshold: threshold === '' ? Number.NaN : Number(threshold),
    });
  };
  const packs = creditPacks.map(({ id, label, price }) => ({
    value: id,
    label: `${label} for ${formatDollars(price)}`,
  }));
  return (
    <Setting
      title="Buy automatically"
      about="A pack is bought when few credits are left, so that no film waits for one. Where cards are charged, it is the card of your last purchase."
    >
      {autoTopoff.disabledReason && (
        <Alert color="warn" title="It was turned off">
          {autoTopoff.disabledReason}
        </Alert>
      )}
      <form className="stack" onSubmit={submit} noValidate>
        <label className="row">
          <input
            type="checkbox"
            className="tick"
            checked={isOn}
            onChange={({ currentTarget }) => setOn(currentTarget.checked)}
          />
          Buy credits automatically
        </label>
        <div className="fields">
          <NativeSelect
            name="packId"
            label="Pack"
            defaultValue={autoTopoff.packId}
            data={packs}
            error={faults.of.packId}
          />
          <TextInput
            name="threshold"
            label="When at most this many credits are left"
            defaultValue={autoTopoff.threshold}
            inputMode="numeric"
            error={faults.of.threshold}
          />
        </div>
        <SaveRow saving={save} isTold={faults.isTold} />
      </form>
    </Setting>
  );
}

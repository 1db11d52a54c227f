import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { api } from '../data/api.ts';
import { fieldFaults } from '../data/fault.ts';
import { addressOf } from '../home/wish.ts';
import { SaveRow, Setting } from '../parts/setting.tsx';
import { optionsOf, type Project, schedules, viewports } from './names.ts';

/** Name, page, screen and schedule. */
export function GeneralSettings({ project }: { project: Project }) {
  const queries = useQueryClient();
  const save = useMutation(
    api.projects.edit.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.projects.pathKey() }),
    }),
  );
  const faults = fieldFaults(save.error, ['name', 'url', 'viewport', 'refresh_schedule']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    save.mutate({
      id: project.id,
      name: String(fields.get('name')).trim(),
      url: addressOf(String(fields.get('url'))),
      viewport: String(fields.get('viewport')) as Project['viewport'],
      refresh_schedule: String(fields.get('refresh_schedule')) as Project['refresh_schedule'],
    });
  };
  return (
    <Setting title="Page and schedule" about="Demos that are there already change with their next refresh.">
      <form className="stack" onSubmit={submit} noValidate>
        <div className="fields">
          <TextInput name="name" label="Name" defaultValue={project.name} error={faults.of.name} />
          <TextInput
            name="url"
            label="Address of the page"
            defaultValue={project.url}
            inputMode="url"
            error={faults.of.url}
          />
          <NativeSelect
            name="viewport"
            label="Screen"
            defaultValue={project.viewport}
            data={optionsOf(viewports)}
            error={faults.of.viewport}
          />
          <NativeSelect
            name="refresh_schedule"
            label="Refreshed"
            defaultValue={project.refresh_schedule}
            data={optionsOf(schedules)}
            error={faults.of.refresh_schedule}
          />
        </div>
        <SaveRow saving={save} isTold={faults.isTold} />
      </form>
    </Setting>
  );
}

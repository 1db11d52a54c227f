import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, type Inputs } from '../data/api.ts';
import { stateOf } from '../parts/demo-state.ts';
import { PageHead } from '../parts/page-head.tsx';
import { DemoBrowser } from './demo-browser.tsx';
import styles from './demos.module.css';

type Status = NonNullable<Inputs['demos']['overview']['status']>;

/** A search is sent when the typing rests. */
const restMs = 200;

/** Every demo. What is looked for stands in the address. */
export function DemosPage() {
  const [query, setQuery] = useSearchParams();
  const [search, projectId, status] = ['q', 'project', 'status'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const set = (name: string, value: string) =>
    setQuery(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return (
    <>
      <PageHead title="Demos">
        <Filters search={search} projectId={projectId} status={status} set={set} />
      </PageHead>
      <DemoBrowser
        key={`${projectId} ${status}`}
        search={useRested(search)}
        projectId={projectId}
        {...(status in stateOf && { status: status as Status })}
      />
    </>
  );
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

function Filters(props: {
  search: string;
  projectId: string;
  status: string;
  set: (name: string, value: string) => void;
}) {
  const projects = useQuery(api.projects.list.queryOptions({ limit: 100 }));
  const named = (projects.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const states = Object.entries(stateOf).map(([value, { words }]) => ({ value, label: words }));
  return (
    <search className={styles.filters}>
      <TextInput
        aria-label="Search in titles and sentences"
        placeholder="Search"
        type="search"
        maxLength={200}
        defaultValue={props.search}
        onChange={({ currentTarget }) => props.set('q', currentTarget.value)}
      />
      <NativeSelect
        aria-label="Project"
        value={props.projectId}
        onChange={({ currentTarget }) => props.set('project', currentTarget.value)}
        data={[{ value: '', label: 'All projects' }, ...named]}
      />
      <NativeSelect
        aria-label="State"
        value={props.status}
        onChange={({ currentTarget }) => props.set('status', currentTarget.value)}
        data={[{ value: '', label: 'All states' }, ...states]}
      />
      <Button component={Link} to="/uploads" variant="default">
        Upload a video
      </Button>
    </search>
  );
}

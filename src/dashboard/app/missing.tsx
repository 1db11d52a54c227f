import { Button } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { PageHead } from '../parts/page-head.tsx';

export function MissingPage() {
  return (
    <>
      <PageHead title="There is no page here" />
      <p className="quiet">The address may have a typing mistake.</p>
      <Button component={Link} to="/">
        Go home
      </Button>
    </>
  );
}

/** For what should not happen: a fault of the page itself, or a part of it that cannot be loaded after an update of the service. */
export function RouteFault() {
  const fault = useRouteError();
  const isGone = fault instanceof TypeError && /import|fetch|load/i.test(fault.message);
  return (
    <main className="page">
      <h1>{isGone ? 'This page was updated' : 'This page broke'}</h1>
      <p className="quiet">
        {isGone
          ? 'A part of it could not be loaded. Reload to get the new version.'
          : 'Nothing that you have made is lost. Reload to go on.'}
      </p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </main>
  );
}

import { Button } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useSession } from '../data/session.ts';
import { useBackground } from './background.ts';
import { UndoBar } from './undo-bar.tsx';

/** The bar above every page, and the page. */
export function Layout() {
  const { data: session } = useSession();
  useBackground(session?.user.id);
  const main = useFocusOnMove();
  const isLoading = useNavigation().state !== 'idle';
  const name = session?.user.name ?? '';
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="bar dash">
        <Link className="wordmark" to="/">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <rect x="1" y="4" width="22" height="16" rx="4" />
            <path d="M10 8.6v6.8l6-3.4z" />
          </svg>
          Showreel
        </Link>
        <nav aria-label="Main">
          <NavLink to="/demos">Demos</NavLink>
          <NavLink to="/projects">Projects</NavLink>
          <NavLink to="/keys">Keys</NavLink>
          <NavLink to="/credits">Credits</NavLink>
          {session?.isOperator && <NavLink to="/operator">Operate</NavLink>}
        </nav>
        <div className="dash-own">
          <Button component={Link} to="/" size="sm">
            New demo
          </Button>
          <Link className="initial" to="/account" aria-label={`Account of ${name}`}>
            {[...name][0]?.toUpperCase() ?? ''}
          </Link>
        </div>
      </header>
      <main className="page" id="main" tabIndex={-1} ref={main} aria-busy={isLoading}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <UndoBar />
      <ScrollRestoration />
    </>
  );
}

/** A move to another page puts the focus on it, so that a keyboard or a screen reader goes on there. */
function useFocusOnMove() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return main;
}

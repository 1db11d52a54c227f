import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import styles from './operator.module.css';

const pages = [
  ['/operator', 'Accounts'],
  ['/operator/audit', 'Audit'],
  ['/operator/jobs', 'Jobs'],
  ['/operator/read-models', 'Read models'],
  ['/operator/log', 'Log'],
  ['/operator/service', 'Service'],
] as const;

/** The pages of operators. The service shows them to nobody else. */
export function OperatorFrame() {
  const { pathname } = useLocation();
  // The page of one account belongs to the accounts.
  const shown = pathname.startsWith('/operator/accounts/') ? '/operator' : pathname;
  return (
    <>
      <nav className={styles.nav} aria-label="Operator">
        {pages.map(([path, name]) => (
          <Link key={path} to={path} aria-current={path === shown ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}

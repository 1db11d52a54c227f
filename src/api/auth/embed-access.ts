import { isAllowedPage } from '../../domain/api-keys/allowed-domains.ts';
import { forbidden } from '../../errors.ts';
import type { Authenticate } from './credentials.ts';

/** Accepts a key with `allowed_domains` only from pages on those domains. @throws AppError 403 `origin_not_allowed`. */
export const fromAllowedPages =
  (way: Authenticate): Authenticate =>
  async (...request) => {
    const caller = await way(...request);
    const [{ origin, referer }] = request;
    const domains = caller?.scope?.allowedDomains ?? null;
    if (!isAllowedPage(domains, { origin, referer }))
      throw forbidden(
        'origin_not_allowed',
        domains?.length === 0
          ? 'This publishable key works on no page, since its `allowed_domains` is an empty list. Create one that names domains, or `*` for every page.'
          : 'This publishable key is not allowed on the page it came from: `Origin` (or `Referer`) must be on one of its `allowed_domains`.',
      );
    return caller;
  };

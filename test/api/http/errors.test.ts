import { expect, test } from 'vitest';
import { toAppError } from '../../../src/api/http/errors.ts';

const fault = (code: string) => Object.assign(new Error('a secret of the machine'), { code });

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE'])(
  'a storage that answers %s is a 503 that names no path',
  (code) => {
    const error = toAppError(fault(code));
    expect(error).toMatchObject({ status: 503, code: 'storage_unavailable', retryAfterSec: 60 });
    expect(error.message).not.toContain('secret');
  },
);

test.each(['ECONNREFUSED', 'CONNECT_TIMEOUT', '57P03', '53100', '53300', '58030', '25006', '08006'])(
  'a database that answers %s is a 503, since the same request may succeed in a moment',
  (code) => {
    expect(toAppError(fault(code))).toMatchObject({ status: 503, code: 'unavailable', retryAfterSec: 2 });
  },
);

test.each(['23505', '22001', 'ENOENT', 'EACCES'])('%s is a fault of ours: a 500', (code) => {
  expect(toAppError(fault(code))).toMatchObject({ status: 500, code: 'internal_error' });
});

/**
 * Test mode: a key that begins with `sr_test_` acts for a user of its own, beside the one who made it. So whatever keeps the records of
 * users apart keeps those of test mode apart too: no list, address or charge can mix them up. That user has no account and signs in nowhere.
 */
const prefix = 'test_';

export const testUserOf = (userId: string) => `${prefix}${userId}`;

export const isTestUser = (userId: string) => userId.startsWith(prefix);

/** The user whose account it is. */
export const ownerOf = (userId: string) => (isTestUser(userId) ? userId.slice(prefix.length) : userId);

/** What a key signs for good: files outside of the log that an audit checks years later. */
export const headsPurpose = 'chain-heads';
export const sealPurpose = 'log-seal';

/** A key that is retired goes on verifying these. The order is that of the file of keys. */
export const auditPurposes = [headsPurpose, sealPurpose] as const;

import { invalid } from '../../errors.ts';

interface Owner {
  email: string;
  name?: string | undefined;
}

/**
 * Refuses passwords that everybody tries first: those on a list of 49,233 that people use most, whatever their case, and the
 * owner's own address or name. A password that is merely weak is accepted: only the list is certain.
 * @throws AppError 400 `known_password`.
 */
export async function refuseKnownPassword(
  field: 'password' | 'newPassword',
  password: string,
  { email, name }: Owner,
): Promise<void> {
  const plain = password.trim().toLowerCase();
  const [own, local] = [email.toLowerCase(), email.toLowerCase().split('@', 1)[0]];
  if ([own, local, name?.trim().toLowerCase()].includes(plain))
    throw refusal(`\`${field}\` must not be your own name or email address; choose another one.`);
  if ((await knownPasswords()).has(plain))
    throw refusal(
      `\`${field}\` is one of the most common passwords, which are guessed first; choose another one.`,
    );
}

const refusal = (sentence: string) => invalid(sentence, 'known_password');

let loading: Promise<ReadonlySet<string>> | undefined;

/** Shorter ones are refused by their length. Loading takes 20 ms, once, with the first new password. */
function knownPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((one: string) => one.length >= 8)),
  );
  return loading;
}

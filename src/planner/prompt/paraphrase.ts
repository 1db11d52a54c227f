/** What something is made by a setting of it. English only. */
const states =
  'mandatory|required|compulsory|obligatory|optional|public|private|visible|invisible|hidden|read-only|editable|available|unavailable|bookable|active|inactive|anonymous|internal|external|unlisted|confidential|billable|recurring|searchable';
const madeSo = new RegExp(
  `^make\\s+(?<what>(?:the|our|your|my|all)\\s.+?|['"“‘].+?)\\s+(?<state>${states})(?<where>\\s+(?:at|in|on|for|when|during)\\s.+?)?(?<end>[.!]?)$`,
  'iu',
);

/**
 * The same order in words that are read more surely: "make the phone number in the address mandatory at checkout" as "set the phone number in the address at
 * checkout to mandatory", and "add Ann Lee (ann@lee.example, phone 555-0166) as a lead" as "add Ann Lee as a lead with the email …". Null where there are none.
 */
export function paraphrase(prompt: string): string | null {
  const said = prompt.trim();
  return asSetting(said) ?? asSwitch(said) ?? withoutBrackets(said) ?? inUsualWords(said);
}

/** Turns that the readers were not trained with. English only. */
const turns: readonly (readonly [RegExp, string])[] = [
  [/\bon behalf of\b/iu, 'for'],
  [/^(?:hand|pass)(?: over)? (?=(?:the|this|our|my|['"“‘#\p{Lu}]).+ to )/iu, 'Assign '],
];

function inUsualWords(prompt: string): string | null {
  const usual = turns.reduce((said, [turn, word]) => said.replace(turn, word), prompt);
  return usual === prompt ? null : usual;
}

function asSetting(prompt: string): string | null {
  const { what, state, where = '', end = '' } = madeSo.exec(prompt)?.groups ?? {};
  return what && state ? `Set ${what}${where} to ${state}${end}` : null;
}

/** "Make sure employers can no longer see your GPA" asks that it be so from now on. English only. */
const notSoAnyMore =
  /^(?:make sure|ensure|see to it)(?: that)?\s+(?<who>.+?)\s+(?:(?:can|should|may|will) no longer|no longer|cannot|can't|can’t|can not)\s+(?:be able to\s+)?(?<does>.+?)(?: any ?more)?(?<end>[.!]?)$/iu;

function asSwitch(prompt: string): string | null {
  const { who, does, end = '' } = notSoAnyMore.exec(prompt)?.groups ?? {};
  return who && does ? `Don't let ${who} ${does}${end}` : null;
}

/** What stands in brackets behind somebody's name is said of them. */
const reachable = /\s*\((?<mail>[^\s()@,]+@[^\s(),]+),\s*(?:and\s+)?(?<others>[^()]{3,80})\)/gu;

function withoutBrackets(prompt: string): string | null {
  const found = [...prompt.matchAll(reachable)];
  const [only] = found;
  if (!only?.groups || found.length > 1) return null;
  const order = prompt.replace(only[0], '').replace(/[.!]$/, '');
  return `${order}, with the email ${only.groups.mail} and the ${only.groups.others}`;
}

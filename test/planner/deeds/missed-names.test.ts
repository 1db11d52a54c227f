import { expect, test } from 'vitest';
import { missedNames } from '../../../src/planner/deeds/missed-names.ts';
import type { Performed } from '../../../src/planner/deeds/perform/performer.ts';
import { readDeeds } from '../../../src/planner/prompt/read-deeds.ts';

test.each([
  ["Add a task 'Call' to the 'Probate Opening' checklist", 'Tasks', '', true],
  ["Add a task 'Call' to the 'Probate Opening' checklist", 'Probate Opening', '', false],
  ["Add a task 'Call' to the 'Probate Opening' checklist", 'Tasks', 'Opening of the probate', false],
  ["Add a task 'Call' to my list", 'Tasks', '', false],
  ["Add a task 'Opening probate' to the 'Probate Opening' checklist", 'Tasks', 'Opening probate', true],
  ["Rename the tag 'Evening guest' to 'Morning guest'", 'Evening reminder', 'Morning guest', true],
  ["Rename the tag 'Evening guest' to 'Evening guests'", 'Evening reminder', 'Evening guests', true],
  ["Rename the tag 'Evening guest' to 'Morning guest'", 'Evening guest', 'Morning guest', false],
  ['Publish the draft article about frost', 'How to store bulbs', '', true],
  ['Publish the draft article about frost', 'Frost: what to do', '', false],
  ['Snooze the letter from Ann Lee', 'Gift card · Bo Kirk', '', true],
  ['Snooze the letter from Ann Lee', 'Gift card · Ann Lee', '', false],
])(
  '%s: what is made behind “%s”, with “%s” in a list, misses its place: %s',
  (prompt, opened, chosen, isMissed) => {
    const things = [{ kind: 'page', name: '', also: [], parent: null }];
    const screen = { title: '', things, items: [] };
    const act = (name: string, value: string) => ({
      opens: [],
      item: { name, value: '', labels: [], owner: 0 },
      value,
      before: screen,
    });
    const path = [act(opened, ''), act('Checklist', chosen)] as unknown as Performed[];
    expect(missedNames(path, readDeeds(prompt)).length > 0).toBe(isMissed);
  },
);

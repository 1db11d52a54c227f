import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/**
 * Adds `showreel complete …`, which writes the completions of a shell. It reads which commands there are, so it comes last.
 * The library's script for bash needs a function of the package bash-completion, which many containers do not have.
 */
export function addCompletions(program: Command): void {
  tab(program);
  const complete = program.commands.find((command) => command.name() === 'complete');
  complete?.hook('preAction', (_, { args }) => {
    if (args[0] === 'bash') process.stdout.write(`${wordsOfLine}\n`);
  });
}

const wordsOfLine = `# Without bash-completion, the words of the line are those that bash itself sees.
if ! declare -F _get_comp_words_by_ref > /dev/null; then
  _get_comp_words_by_ref() {
    cur=\${COMP_WORDS[COMP_CWORD]}
    prev=\${COMP_WORDS[COMP_CWORD - 1]}
    words=("\${COMP_WORDS[@]}")
    cword=$COMP_CWORD
  }
fi
`;

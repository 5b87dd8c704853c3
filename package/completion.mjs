import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const USAGE = 2;
const PLUMBLINE = fileURLToPath(new URL('plumbline.mjs', import.meta.url));

/** The script of each shell. All of them get the candidates from `plumbline completion words`, so they know the flags of the installed version. */
const SCRIPTS = {
  bash: `_plumbline() {
  COMPREPLY=($(compgen -W "$(plumbline completion words "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _plumbline plumbline
`,
  zsh: `#compdef plumbline
_plumbline() {
  local -a found
  found=(\${(f)"$(plumbline completion words \${words[2,CURRENT-1]} 2>/dev/null)"})
  compadd -a found
  _files
}
compdef _plumbline plumbline
`,
  fish: `complete -c plumbline -a '(plumbline completion words (commandline -opc)[2..] 2>/dev/null)'
`,
};

const HELP = `Usage: plumbline completion <shell>

Prints a script by which the shell completes the commands and flags of \`plumbline\`, which must be on the PATH:

  bash  eval "$(plumbline completion bash)"
  zsh   eval "$(plumbline completion zsh)"
  fish  plumbline completion fish | source
`;

/**
 * `plumbline completion SHELL` prints a script for the shell; `plumbline completion words WORD...` prints the words that can follow these.
 *
 * @param {readonly string[]} args
 */
export function printCompletion([shell, ...words]) {
  if (shell === 'words')
    process.stdout.write(
      wordsAfter(words)
        .map((word) => `${word}\n`)
        .join(''),
    );
  else if (shell === '--help' || shell === '-h') process.stdout.write(HELP);
  else if (Object.hasOwn(SCRIPTS, shell ?? '')) process.stdout.write(SCRIPTS[shell]);
  else {
    process.stderr.write(`error: name a shell: plumbline completion ${Object.keys(SCRIPTS).join(', ')}\n`);
    process.exitCode = USAGE;
  }
}

/** The commands and flags that the help of a command lists, or the shells of `completion`. */
function wordsAfter(words) {
  if (words[0] === 'completion') return words.length === 1 ? Object.keys(SCRIPTS) : [];
  const flag = words.findIndex((word) => word.startsWith('-'));
  const command = flag === -1 ? words : words.slice(0, flag);
  const { stdout } = spawnSync(process.execPath, [PLUMBLINE, ...command, '--help'], { encoding: 'utf8' });
  const listed = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z][a-z-]*|[a-z][a-z-]*)(?= |$)/gm)].map(([, word]) => word);
  return flag === -1 ? listed : listed.filter((word) => word.startsWith('-'));
}

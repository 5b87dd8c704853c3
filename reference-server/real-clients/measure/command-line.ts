import { spawn } from 'node:child_process';
import type { CommandOutcome } from './measured-client.ts';

/** Time limit of one command. */
const PATIENCE_MS = 60_000;

/** A command of a client and its required output. */
export type CommandRow = readonly [command: string, prints?: RegExp, input?: string];

/** How a client is called. */
export interface ClientProgram {
  readonly path: string;
  /** Arguments before those of each command. */
  readonly always: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Base of relative paths in commands. */
  readonly folder: string;
}

/**
 * Runs commands one after the other, split as in a shell. A command passes if it ends with 0 and prints the required
 * output.
 */
export async function runCommands(program: ClientProgram, rows: readonly CommandRow[]): Promise<CommandOutcome[]> {
  const outcomes: CommandOutcome[] = [];
  for (const [command, prints, input] of rows) {
    const { code, text } = await runOne(program, wordsOf(command), input);
    const passed = code === 0 && (prints === undefined || prints.test(text));
    outcomes.push(passed ? { command, passed } : { command, passed, said: lastLine(text) });
  }
  return outcomes;
}

interface CommandRun {
  readonly code: number;
  readonly text: string;
}

function runOne(
  { path, always, environment, folder }: ClientProgram,
  words: readonly string[],
  input = '',
): Promise<CommandRun> {
  return new Promise((resolve) => {
    const child = spawn(path, [...always, ...words], { cwd: folder, env: { ...process.env, ...environment } });
    const timer = setTimeout(() => child.kill(), PATIENCE_MS);
    let text = '';
    const heard = (chunk: Buffer): void => void (text += chunk.toString('utf8'));
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    child.stdin.on('error', () => undefined).end(input);
    child.on('error', (error) => resolve({ code: 1, text: error.message }));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, text });
    });
  });
}

/** The words of a command line; single quotes group a word. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1)?.slice(0, 200) ?? '';
}

/** Runs a program that prints its own outcomes, one line of JSON each. */
export async function runProgramOfLines(path: string, words: readonly string[]): Promise<CommandOutcome[]> {
  const { code, text } = await runOne({ path, always: [], environment: {}, folder: '.' }, words);
  const outcomes = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as CommandOutcome);
  return code === 0 ? outcomes : [...outcomes, { command: 'to the end', passed: false, said: lastLine(text) }];
}

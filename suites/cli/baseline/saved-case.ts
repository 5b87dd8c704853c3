import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { whyUnreadable } from '../../../shared/files/why-unreadable.ts';
import type { Intermittent, VerdictLine, Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { WALK } from '../../engine/judging/sending/judged-for.ts';
import type { SavedCase } from '../../engine/run-config.ts';
import { readProgram } from '../../program/read-program.ts';
import type { Rule } from '../../rules/rule.ts';
import { UsageError } from '../settings/usage-error.ts';

/** Saves the shrunk case of each violation beside the report, at the path in its replay command. */
export async function saveCases(verdict: VerdictLine): Promise<void> {
  for (const violation of verdict.violations) {
    const saved = savedCaseOf(verdict, violation);
    if (saved === undefined || violation.saved === undefined) continue;
    await mkdir(dirname(violation.saved), { recursive: true });
    await writeFile(violation.saved, formatSavedCase(saved));
  }
}

/** The shrunk case of a violation in its file format; `undefined` if the violation has none. */
export function savedCaseOf(
  { rule, operation }: Pick<VerdictLine, 'rule' | 'operation'>,
  { expected, actual, program, sender, intermittent, withinMs }: Violation,
): SavedCase | undefined {
  return program === undefined
    ? undefined
    : {
        format: 1,
        rule,
        operation,
        expected,
        actual,
        program,
        ...(sender === undefined ? {} : { sender }),
        ...(intermittent === undefined ? {} : { intermittent }),
        ...(withinMs === undefined ? {} : { withinMs }),
      };
}

/** The text of a saved case's file. */
export function formatSavedCase(saved: SavedCase): string {
  return `${JSON.stringify(saved, null, 2)}\n`;
}

/**
 * Reads a saved case; `flag` is the flag that named it, `mend` how to mend a path that cannot be read. Throws a
 * `UsageError` if the file is no saved case, or names an unknown rule or operation.
 */
export async function readSavedCase(
  flag: string,
  path: string,
  rules: readonly Rule[],
  mend = 'Give the path of a saved case.',
): Promise<SavedCase> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${flag}: ${path}: ${whyUnreadable(error)}. ${mend}`);
  });
  const saved = parse(flag, path, text);
  const rule = rules.find(({ id }) => id === saved.rule);
  if (rule === undefined)
    throw new UsageError(
      `${flag}: ${path} is a case of rule '${saved.rule}', which does not exist (--list shows all rules)`,
    );
  if (!rule.operations.some(({ id }) => id === saved.operation)) {
    throw new UsageError(`${flag}: ${path} names operation '${saved.operation}', which ${saved.rule} does not cover`);
  }
  if (saved.sender !== undefined && saved.sender !== WALK && !rules.some(({ id }) => id === saved.sender))
    throw new UsageError(
      `${flag}: ${path}: 'sender' is ${JSON.stringify(saved.sender)}. Give the id of the rule that made the case, or '${WALK}'.`,
    );
  checkProgram(flag, path, saved.program);
  return saved;
}

function checkProgram(flag: string, path: string, program: unknown): void {
  try {
    readProgram(program);
  } catch (error) {
    throw new UsageError(`${flag}: ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function parse(flag: string, path: string, text: string): SavedCase {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${flag}: ${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const { format, rule, operation, program, intermittent, withinMs } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<SavedCase>;
  if (format !== 1 || typeof rule !== 'string' || typeof operation !== 'string' || !Array.isArray(program)) {
    throw new UsageError(`${flag}: ${path} is not a saved case; take one from the cases/ folder of a report directory`);
  }
  if (intermittent !== undefined && !isIntermittent(intermittent))
    throw new UsageError(
      `${flag}: ${path}: 'intermittent' is ${JSON.stringify(intermittent)}. Give how often the case failed and was sent, as in { "failed": 1, "sent": 12 }.`,
    );
  if (withinMs !== undefined && !(Number.isInteger(withinMs) && withinMs >= 0))
    throw new UsageError(
      `${flag}: ${path}: 'withinMs' is ${JSON.stringify(withinMs)}. Give the milliseconds in which the case must be over to fail, as in 12.`,
    );
  return value as SavedCase;
}

function isIntermittent(value: unknown): boolean {
  const { failed, sent } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Intermittent>;
  return Number.isInteger(failed) && Number.isInteger(sent) && Number(failed) >= 1 && Number(sent) >= Number(failed);
}

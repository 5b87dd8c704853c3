import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { VerdictLine } from '../../fixtures/formats/verdict-log.ts';
import type { SavedCase } from '../engine/run-config.ts';
import { readProgram } from '../drivers/read-program.ts';
import type { Rule } from '../rules/rule.ts';
import { UsageError } from './usage-error.ts';

/** Keeps the shrunk case of each violation beside the report, where its replay command says that it is. */
export async function saveCases(verdict: VerdictLine): Promise<void> {
  for (const violation of verdict.violations) {
    if (violation.program === undefined || violation.saved === undefined) continue;
    const saved: SavedCase = {
      format: 1,
      rule: verdict.rule,
      operation: verdict.operation,
      expected: violation.expected,
      actual: violation.actual,
      program: violation.program,
    };
    await mkdir(dirname(violation.saved), { recursive: true });
    await writeFile(violation.saved, `${JSON.stringify(saved, null, 2)}\n`);
  }
}

/** Reads a saved case back. Throws `UsageError` for a file that is none, or that names a rule or operation there is not. */
export async function readSavedCase(path: string, rules: readonly Rule[]): Promise<SavedCase> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--replay: cannot read ${path}: ${error.code ?? error.message}`);
  });
  const saved = parse(path, text);
  const rule = rules.find(({ id }) => id === saved.rule);
  if (rule === undefined) throw new UsageError(`--replay: ${path} is a case of rule '${saved.rule}', which there is not (--list shows all)`);
  if (!rule.operations.some(({ id }) => id === saved.operation)) {
    throw new UsageError(`--replay: ${path} names operation '${saved.operation}', which ${saved.rule} does not cover`);
  }
  checkProgram(path, saved.program);
  return saved;
}

function checkProgram(path: string, program: unknown): void {
  try {
    readProgram(program);
  } catch (error) {
    throw new UsageError(`--replay: ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function parse(path: string, text: string): SavedCase {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--replay: ${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const { format, rule, operation, program } = (typeof value === 'object' && value !== null ? value : {}) as Partial<SavedCase>;
  if (format !== 1 || typeof rule !== 'string' || typeof operation !== 'string' || !Array.isArray(program)) {
    throw new UsageError(`--replay: ${path} is not a saved case; take one from the cases/ folder of a report directory`);
  }
  return value as SavedCase;
}

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type QuestionId, QUESTIONS } from '../../spec/dialects/index.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folders of judging code and of serving code. */
const JUDGING = ['suites/rules', 'suites/checks', 'suites/oracle', 'suites/generators'];
const SERVING = ['reference-server'];

/** The readers of a question's choice. */
export interface ChoiceReaders {
  /** Ids of rules, and paths of modules that rules share. */
  readonly judging: readonly string[];
  /** Whether the reference server does. */
  readonly serving: boolean;
}

/** Searches the sources for modules that read each question by its id. Tests do not count. */
export function dialectReaders(): ReadonlyMap<QuestionId, ChoiceReaders> {
  const judging = JUDGING.flatMap(sources);
  const serving = SERVING.flatMap(sources);
  const ids = Object.keys(QUESTIONS) as QuestionId[];
  return new Map(
    ids.map((id) => [
      id,
      { judging: naming(id, judging).map(shortName).sort(), serving: naming(id, serving).length > 0 },
    ]),
  );
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function sources(folder: string): SourceFile[] {
  const files = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return files.map((file) => ({ path: `${folder}/${file}`, text: readFileSync(`${ROOT}${folder}/${file}`, 'utf8') }));
}

function naming(id: QuestionId, files: readonly SourceFile[]): string[] {
  return files.filter(({ text }) => text.includes(`'${id}'`)).map(({ path }) => path);
}

/** For a rule its id, the end of the file's path; for other modules the path. */
function shortName(path: string): string {
  return path.endsWith('.rule.ts') ? path.slice('suites/rules/'.length, -'.rule.ts'.length) : path;
}

import { readdirSync, readFileSync } from 'node:fs';
import { configSchema } from '../cli/settings/config-schema.ts';
import { RULES } from '../rules/index.ts';
import { adequacyPage } from '../self-tests/adequacy/page.ts';
import { storedAdequacy } from '../self-tests/adequacy/stored-samples.ts';
import { storedMatrix } from '../../shared/verdict-log/stored-matrix.ts';
import { storedFailures } from '../self-tests/spec-failures/stored-failures.ts';
import { UNKILLED } from '../self-tests/kill-matrix/unkilled.ts';
import { namedFaults } from './clause-faults.ts';
import { coverage } from './coverage.ts';
import { dialectReaders } from './dialect-readers.ts';
import { dialects } from './dialects.ts';
import { gapsIn } from './gaps.ts';
import { killMatrix } from './kill-matrix.ts';
import { wrapped } from '../../shared/page/markdown.ts';
import { clientsPage, presentPage, storedClients } from './real-clients.ts';
import { ruleCatalogue } from './rule-catalogue.ts';
import { trackRecord } from './track-record.ts';
import { type JudgedWays, waysOf } from './ways.ts';

/** The generated pages, by path. */
const PAGES: ReadonlyMap<string, (ways: JudgedWays) => string> = new Map([
  ['docs/clients.md', () => clientsPage(presentPage(), storedClients())],
  ['docs/rules.md', () => ruleCatalogue(RULES)],
  [
    'docs/coverage.md',
    (ways: JudgedWays) => coverage(RULES, ways, namedFaults(storedMatrix(), RULES), storedAdequacy()),
  ],
  ['docs/dialects.md', () => dialects(dialectReaders(), storedFailures())],
  ['docs/plumbline.schema.json', () => `${JSON.stringify(configSchema(), null, 2)}\n`],
  ['docs/adequacy.md', () => adequacyPage(storedAdequacy())],
  ['docs/track-record.md', () => trackRecord(storedMatrix())],
  ['docs/kill-matrix.md', () => killMatrix(storedMatrix(), RULES, UNKILLED)],
]);

/** The text of each page, by path: generated, or as written and its lines broken; and all gaps, a line each. */
export function freshPages(): { readonly pages: ReadonlyMap<string, string>; readonly gaps: readonly string[] } {
  const ways = waysOf(RULES);
  const generated = [...PAGES].map(([file, make]): [string, string] => [file, make(ways)]);
  const pages = new Map([...writtenPages(), ...generated]);
  for (const [file, text] of pages) if (file.endsWith('.md')) pages.set(file, wrapped(text));
  return { pages, gaps: [...gapsIn(RULES, ways), ...longLines(pages)] };
}

/** The longest line of a Markdown page: tables are not broken, so their rows must be short. */
const LONGEST_LINE = 160;

function longLines(pages: ReadonlyMap<string, string>): string[] {
  return [...writtenPages().keys()].flatMap((file) =>
    (pages.get(file) ?? '')
      .split('\n')
      .flatMap((line, index) =>
        line.length <= LONGEST_LINE
          ? []
          : [`${file}:${index + 1} has ${line.length} characters: shorten the row to ${LONGEST_LINE}`],
      ),
  );
}

/** The present text of each Markdown page of the root and of docs/, by path. */
function writtenPages(): ReadonlyMap<string, string> {
  const root = new URL('../../', import.meta.url);
  const files = ['', 'docs/'].flatMap((folder) =>
    readdirSync(new URL(`./${folder}`, root))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}${name}`),
  );
  return new Map(files.map((file) => [file, readFileSync(new URL(file, root), 'utf8')]));
}

import type { HappeningLine, LoggedBody, RequestLine } from '../exchange-log/exchange-log.ts';
import type { Violation } from './verdict-log.ts';
import { splitTarget } from '../exchange-log/split-target.ts';

/**
 * The parts of a violation that distinguish it from another of the same rule: its sentences, and the requests at
 * issue.
 */
export type WordedViolation = Pick<Violation, 'expected' | 'actual' | 'transcript' | 'exchanges'>;

/** Exchanges at issue that are read; a long case cites every request. */
const EXCHANGES = 4;
/** Values of one run, as names and versions, have digits. */
const WORD = /(?<![\w.%-])[A-Za-z_][A-Za-z_-]{1,39}(?![\w-])/g;
/** The message of an error is the server's own. */
const MESSAGE = /(?<=\b[45]\d\d) ".*"/g;
const MEMBER = /"([A-Za-z_$][\w$-]{0,39})"\s*:|^[ -]*([A-Za-z_]\w*):/gm;
/** Characters that servers treat in a way of their own. */
const SPECIAL = /\\[a-tv-z"\\/]|%|[^\x20-\x7e\n]/gu;

/**
 * The words of violations of one cause: those that all of them have, because the generated case decides the others.
 * They are the words of the sentences, and of each request at issue its method, media types, parameters, members and
 * special characters, and the status:
 *
 *     /data/a is dropped, after PUT with application/yaml   ->   data dropped is method:PUT content-type:application/yaml member:data status:200 ...
 */
export function sharedWords(violations: readonly WordedViolation[]): string[] {
  const [first, ...others] = violations.map(wordsOf);
  return [...(first ?? [])].filter((word) => others.every((words) => words.has(word))).sort();
}

function wordsOf({ expected, actual, transcript, exchanges = [] }: WordedViolation): Set<string> {
  const sentences = `${expected} ${actual.replaceAll(MESSAGE, '')}`.match(WORD) ?? [];
  const atIssue = new Set(exchanges.slice(0, EXCHANGES));
  return new Set([...sentences, ...transcript.filter(({ exchange }) => atIssue.has(exchange)).flatMap(wordsOfLine)]);
}

function wordsOfLine(line: HappeningLine): string[] {
  if (line.kind === 'response') return [`status:${line.status}`];
  return line.kind === 'request' ? [...wordsOfHead(line), ...wordsOfBody(line.body)] : [];
}

function wordsOfHead({ method, target, headers }: RequestLine): string[] {
  const { path, query } = splitTarget(target);
  const media = headers.filter(([name]) => /^(?:accept|content-type)$/i.test(name));
  return [
    `method:${method}`,
    ...(path.endsWith('/status') ? ['status-path'] : []),
    ...[...new URLSearchParams(query)].map(([name]) => `query:${name}`),
    ...media.map(([name, value]) => `${name.toLowerCase()}:${value}`),
  ];
}

function wordsOfBody(body: LoggedBody | undefined): string[] {
  if (body === undefined || 'file' in body || 'base64' in body) return [];
  const text = 'json' in body ? JSON.stringify(body.json) : body.text;
  const members = [...text.matchAll(MEMBER)].map(([, json, yaml]) => `member:${json ?? yaml}`);
  return [...members, ...(text.match(SPECIAL) ?? []).map((character) => `character:${character}`)];
}

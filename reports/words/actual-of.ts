import { STATUS_CODES } from 'node:http';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { contentOf } from './body-content.ts';

type ActualWords = Pick<Violation, 'actual' | 'intermittent'> & Partial<Pick<Violation, 'transcript' | 'exchanges'>>;

/** A status at the beginning of rules' texts, as in `404 "not found"`; no count, as in `100 items`. */
const STATUS = /^([1-5]\d\d)(?=$|[,;]| ") ?(.*)$/s;

/**
 * The response that breaks the rule, in words that do not need the transcript, and how often, if the case did not
 * fail each time:
 *
 *     200   ->   200 OK; sent with version "2796", stored as version "2798" (intermittent: 2 of 15)
 */
export function actualOf(violation: ActualWords): string {
  const { actual, intermittent } = violation;
  const [, status = '', rest = ''] = STATUS.exec(actual) ?? [];
  const text = status === '' ? actual : inWords(status, rest, violation);
  return intermittent === undefined ? text : `${text} (intermittent: ${intermittent.failed} of ${intermittent.sent})`;
}

function inWords(status: string, rest: string, { transcript = [], exchanges = [] }: ActualWords): string {
  const named = [status, STATUS_CODES[status]].filter((part) => part !== undefined).join(' ');
  if (rest !== '') return `${named}${/^[,;]/.test(rest) ? '' : ': '}${rest}`;
  const outcome = outcomeOf(transcript.filter(({ exchange }) => exchange === exchanges[0]));
  return outcome === '' ? named : `${named}; ${outcome}`;
}

/** The outcome of the request at issue: how its object was stored, or why it was refused. */
function outcomeOf(lines: readonly HappeningLine[]): string {
  const request = lines.find((line) => line.kind === 'request');
  const response = contentOf(lines.find((line) => line.kind === 'body')?.body);
  if (request === undefined || response === undefined) return '';
  const message = textIn(response, 'message');
  if (message !== undefined) return JSON.stringify(message);
  const stored = textIn(response, 'metadata', 'resourceVersion');
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(request.method);
  if (!isWrite || stored === undefined || textIn(response, 'metadata', 'name') === undefined) return '';
  const sent = textIn(contentOf(request.body), 'metadata', 'resourceVersion');
  return `${sent === undefined ? '' : `sent with version "${sent}", `}stored as version "${stored}"`;
}

function textIn(value: unknown, ...path: readonly string[]): string | undefined {
  let found = value;
  for (const member of path)
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[member] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

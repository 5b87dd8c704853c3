import type { ExchangePair, Writes } from '../exchanges/exchange-pair.ts';
import { sameText } from '../values/compare-text.ts';
import { compareTraces } from './compare-traces.ts';
import { compareValues, shown, type ValueDifference } from '../values/compare-values.ts';
import type { Correspondence } from '../values/correspondence.ts';
import type { TrafficDifference } from '../values/difference.ts';
import type { ObservedContent, ObservedExchange } from '../exchanges/observed-exchange.ts';
import { type JsonObject, memberOf } from '../values/json-value.ts';
import { learnSent } from '../values/redacted-secrets.ts';
import { goneSooner, lackedSooner } from '../exchanges/removed-sooner.ts';
import { fieldOf, objectAt, subjectWithin } from '../values/subjects.ts';
import type { WriteIndex } from '../exchanges/write-index.ts';

/** Yields every real difference between the two, and learns identities. */
export function compareExchanges(
  { expected, actual, subject }: ExchangePair,
  correspondence: Correspondence,
  writes: Writes,
): TrafficDifference[] {
  const at = { exchange: expected.id, request: `${expected.method} ${expected.target}`, subject };
  const since = `exchange ${expected.id}`;
  const differences: TrafficDifference[] = [];
  if (expected.status !== actual.status) {
    differences.push({
      ...at,
      kind: 'status',
      place: 'status',
      field: 'status',
      expected: outcome(expected),
      actual: outcome(actual),
      ...goneSooner({ expected, actual }),
    });
    if (!succeeded(expected) || !succeeded(actual)) return differences;
  }
  if (expected.mediaType !== actual.mediaType && (expected.content !== undefined || expected.streaming)) {
    differences.push({
      ...at,
      kind: 'media-type',
      place: 'Content-Type',
      field: 'Content-Type',
      expected: expected.mediaType || 'none',
      actual: actual.mediaType || 'none',
    });
  }
  correspondence.noteSent(textIn(expected.sent));
  learnSent(textIn(expected.sent), textIn(actual.sent), correspondence, since);
  correspondence.noteReceived(textIn(expected.content));
  differences.push(
    ...compareContents(expected, actual, correspondence, since).map((each) => ({
      ...located(each, { expected, actual }, at),
      ...lackedSooner({ expected, actual }, each),
    })),
  );
  const stale = staleList(expected, actual, writes);
  if (stale !== undefined)
    differences.push({
      ...at,
      kind: 'stale-list',
      place: '$.metadata.resourceVersion',
      field: '$.metadata.resourceVersion',
      ...stale,
    });
  if (expected.streaming || actual.streaming)
    differences.push(...compareTraces({ expected, actual }, correspondence, writes, at));
  return differences;
}

/** A difference of two bodies, with its object. */
function located(
  { path, ...found }: ValueDifference,
  pair: { readonly expected: ObservedExchange; readonly actual: ObservedExchange },
  at: Pick<TrafficDifference, 'exchange' | 'request' | 'subject'>,
): TrafficDifference {
  const { content } = found.kind === 'extra' ? pair.actual : pair.expected;
  const object = objectAt(path, content !== undefined && 'value' in content ? content.value : undefined);
  return {
    ...at,
    subject: subjectWithin(at.subject, object),
    field: path.length === 0 ? found.place : fieldOf(path),
    ...found,
  };
}

/** Two kinds of success have comparable bodies; other statuses have not. */
function succeeded({ status }: ObservedExchange): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function textIn(content: ObservedContent | undefined): string {
  if (content === undefined || 'opaque' in content) return '';
  return 'text' in content ? content.text : JSON.stringify(content.value);
}

function outcome({ status, content, end, detail }: ObservedExchange): string {
  if (status === undefined) return `no response (${detail ?? end ?? 'still open'})`;
  const message = content !== undefined && 'value' in content ? memberOf(content.value, 'message') : undefined;
  return typeof message === 'string' ? `${status} (${message.slice(0, 160)})` : String(status);
}

/** Items of lists in protobuf are not compared: their metadata does not show whether a controller owns them. */
function isOfOneObject(identities: JsonObject | undefined): identities is JsonObject {
  return identities !== undefined && identities['items'] === undefined;
}

function compareContents(
  { content: expected, ...there }: ObservedExchange,
  { content: actual, ...here }: ObservedExchange,
  correspondence: Correspondence,
  since: string,
): ValueDifference[] {
  const place = 'body';
  if (expected === undefined || actual === undefined) {
    if (expected === actual) return [];
    const absent = {
      expected: expected === undefined ? absenceOf(there) : 'a body',
      actual: actual === undefined ? absenceOf(here) : 'a body',
    };
    return [
      {
        kind: expected === undefined ? 'extra' : 'missing',
        place,
        path: [],
        values: [undefined, undefined],
        ...absent,
      },
    ];
  }
  if ('value' in expected && 'value' in actual)
    return compareValues(expected.value, actual.value, correspondence, since);
  if ('text' in expected && 'text' in actual) {
    return sameText(expected.text, actual.text, correspondence, since)
      ? []
      : [
          {
            kind: 'value',
            place,
            path: [],
            values: [expected.text, actual.text],
            expected: shown(expected.text),
            actual: shown(actual.text),
          },
        ];
  }
  if ('opaque' in expected && 'opaque' in actual) {
    const [there, here] = [expected.identities, actual.identities];
    return isOfOneObject(there) && isOfOneObject(here) ? compareValues(there, here, correspondence, since) : [];
  }
  if ('opaque' in expected && expected.isTooLarge === true) return [];
  if ('opaque' in actual && actual.isTooLarge === true) return [];
  return [
    {
      kind: 'value',
      place,
      path: [],
      values: [undefined, undefined],
      expected: formOf(expected),
      actual: formOf(actual),
    },
  ];
}

/** Why an exchange has no body. */
function absenceOf({ end, detail }: Pick<ObservedExchange, 'end' | 'detail'>): string {
  return end === 'error' || end === 'server-abort'
    ? `no whole body: ${detail ?? 'the connection ended early'}`
    : 'no body';
}

function formOf(content: ObservedContent): string {
  return 'value' in content ? 'an object' : 'text' in content ? 'text' : 'bytes';
}

/** A list whose version is that of an older write than another that the list already shows. */
function staleList(
  expected: ObservedExchange,
  actual: ObservedExchange,
  writes: Writes,
): { expected: string; actual: string } | undefined {
  const here = staleness(actual, writes.actual);
  if (here === undefined || staleness(expected, writes.expected) !== undefined) return undefined;
  return { expected: 'a version no older than the items', actual: here };
}

function staleness({ content }: ObservedExchange, writes: WriteIndex): string | undefined {
  const value = content !== undefined && 'value' in content ? content.value : undefined;
  const items = memberOf(value, 'items');
  const version = memberOf(memberOf(value, 'metadata'), 'resourceVersion');
  if (!Array.isArray(items) || typeof version !== 'string') return undefined;
  const stated = writes.ofVersion(version);
  if (stated === undefined) return undefined;
  for (const item of items) {
    const metadata = memberOf(item, 'metadata');
    const own = memberOf(metadata, 'resourceVersion');
    const write = typeof own === 'string' ? writes.ofVersion(own) : undefined;
    if (write !== undefined && stated.ended < write.began) {
      return `${version}, which exchange ${stated.exchange} made, though the item ${String(memberOf(metadata, 'name'))} is of the later exchange ${write.exchange}`;
    }
  }
  return undefined;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import { startReferenceServer } from '../cli/run-process.ts';
import { readExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { recordTraffic } from '../record/record-traffic.ts';
import { compareFiles } from '../replay/compare-replay.ts';
import type { Difference } from './difference.ts';
import type { Json } from './json-value.ts';

/** A client of config maps: two watches, and every kind of write. `said` names what the answers chose, for the faults to refer to. */
async function runClient(url: string): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  const base = `${url}/api/v1/namespaces/default/configmaps`;
  const send = async (method: string, path: string, body?: unknown, type = 'application/json'): Promise<Record<string, Record<string, string>>> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': type } };
    return (await fetch(base + path, { method, ...init })).json() as Promise<Record<string, Record<string, string>>>;
  };
  const watches = await Promise.all([follow(`${base}?watch=true`), follow(`${url}/api/v1/watch/namespaces/default/configmaps`)]);
  const note = (key: string, object: Record<string, Record<string, string>>): void => {
    for (const member of ['uid', 'resourceVersion', 'name']) said[`${key} ${member}`] = object['metadata']?.[member] ?? '';
  };
  const made = await send('POST', '', { metadata: { name: 'a' }, data: { k: '1' } });
  note('made', made);
  note('generated', await send('POST', '', { metadata: { generateName: 'gen-' } }));
  await send('GET', '/a');
  const put = await send('PUT', '/a', { ...made, data: { k: '2' } });
  note('put', put);
  await send('GET', '/a');
  await send('PUT', '/a', { ...made, data: { k: 'stale' } });
  note('b', await send('POST', '', { metadata: { name: 'b' } }));
  note('list', await send('GET', ''));
  note('patched', await send('PATCH', '/b', { data: { x: 'y' } }, 'application/merge-patch+json'));
  await send('DELETE', '/a', {});
  note('again', await send('POST', '', { metadata: { name: 'a' }, data: { k: '3' } }));
  await send('GET', '');
  await send('DELETE', '/b', { preconditions: { uid: said['again uid'] } });
  await Promise.all(watches.map((watch) => watch.shows(7)));
  const resumed = await follow(`${base}?watch=true&resourceVersion=${said['put resourceVersion']}`);
  await resumed.shows(4);
  for (const watch of [...watches, resumed]) await watch.leave();
  return said;
}

interface Following {
  shows(events: number): Promise<void>;
  leave(): Promise<void>;
}

async function follow(url: string): Promise<Following> {
  const { body } = await fetch(url);
  if (body === null) throw new Error('a watch without a body');
  const reader = body.getReader();
  let text = '';
  return {
    async shows(events) {
      while (text.split('\n').length <= events) text += Buffer.from((await reader.read()).value ?? []).toString();
    },
    leave: () => reader.cancel(),
  };
}

interface Recorded {
  readonly lines: readonly HappeningLine[];
  readonly said: Readonly<Record<string, string>>;
}

let folder: string;
let first: Recorded;
let second: Recorded;

async function recorded(path: string): Promise<Recorded> {
  await using server = await startReferenceServer();
  const ignore = (): void => undefined;
  const recording = await recordTraffic({ upstream: { url: server.url }, host: '127.0.0.1', port: 0, out: path, redact: true, onUnreachable: ignore, onLogFailed: ignore });
  const said = await runClient(recording.url);
  await recording.close();
  return { lines: (await readExchangeLog(path)).lines, said };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-faults-'));
  first = await recorded(join(folder, 'first.jsonl'));
  second = await recorded(join(folder, 'second.jsonl'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function differences(lines: readonly HappeningLine[]): Promise<readonly Difference[]> {
  const { comparison } = await compareFiles({ lines: first.lines, path: folder }, { lines, path: folder });
  return comparison.differences;
}

/** A server's mistake: what the second recording would have been. */
type Fault = (lines: HappeningLine[], said: Readonly<Record<string, string>>) => HappeningLine[];

const everywhere = (change: (text: string, line: HappeningLine, said: Readonly<Record<string, string>>) => string): Fault => (lines, said) =>
  lines.map((line) => JSON.parse(change(JSON.stringify(line), line, said)) as HappeningLine);
const said = (values: Readonly<Record<string, string>>, key: string): string => values[key] ?? '';

function request(lines: readonly HappeningLine[], method: string, path: string, nth = 0): number {
  const found = lines.filter((line) => line.kind === 'request' && line.method === method && line.target.endsWith(path))[nth];
  if (found === undefined) throw new Error(`no ${method} ${path}`);
  return found.exchange;
}

/** Changes the body of one answer. */
const answerTo = (method: string, path: string, nth: number, change: (text: string, said: Readonly<Record<string, string>>) => string): Fault => (lines, values) =>
  everywhere((text, line) => (line.kind === 'body' && line.exchange === request(lines, method, path, nth) ? change(text, values) : text))(lines, values);

const eventsOf = (line: HappeningLine, type: string, name: string): boolean => {
  if (line.kind !== 'event' || !('json' in line.body)) return false;
  const event = line.body.json as { type: string; object: { metadata: { name: string } } } & Json;
  return event.type === type && event.object.metadata.name === name;
};
/** The first watch only. */
const onFirstWatch = (lines: readonly HappeningLine[], line: HappeningLine): boolean => line.exchange === Math.min(...lines.filter(({ kind }) => kind === 'event').map(({ exchange }) => exchange));

const FAULTS: readonly (readonly [what: string, kind: Difference['kind'], fault: Fault])[] = [
  ['a PUT that changes the uid', 'identity', (lines, values) => {
    const at = lines.findIndex((line) => line.exchange === request(lines, 'PUT', '/a'));
    return everywhere((text, line) => (line.n > (lines[at]?.n ?? 0) ? text.replaceAll(said(values, 'made uid'), '00000000-0000-4000-8000-000000000000') : text))(lines, values);
  }],
  ['a version that is not bumped', 'identity', everywhere((text, line, values) => (line.kind === 'request' ? text : text.replaceAll(`"resourceVersion":"${said(values, 'put resourceVersion')}"`, `"resourceVersion":"${said(values, 'made resourceVersion')}"`)))],
  ['an object created again with its old uid', 'identity', everywhere((text, _, values) => text.replaceAll(said(values, 'again uid'), said(values, 'made uid')))],
  ['a creation time that a PUT changes', 'identity', answerTo('PUT', '/a', 0, (text) => text.replace(/"creationTimestamp":"[^"]+"/, '"creationTimestamp":"2001-01-01T00:00:00Z"'))],
  ['a list whose version is older than its items', 'stale-list', answerTo('GET', '/v1/namespaces/default/configmaps', 0, (text, values) => text.replace(/("metadata":\{[^}]*"resourceVersion":")\d+/, `$1${said(values, 'made resourceVersion')}`))],
  ['events with another version than the write', 'identity', everywhere((text, line) => (eventsOf(line, 'MODIFIED', 'a') ? text.replace(/"resourceVersion":"(\d+)"/, '"resourceVersion":"9$1"') : text))],
  ['two watches that disagree', 'value', (lines, values) => everywhere((text, line) => (eventsOf(line, 'MODIFIED', 'a') && onFirstWatch(lines, line) ? text.replace('"k":"2"', '"k":"1"') : text))(lines, values)],
  ['a delete that names the wrong uid', 'identity', answerTo('DELETE', '/a', 0, (text, values) => text.replace(said(values, 'made uid'), said(values, 'b uid')))],
  ['a generateName that is ignored', 'identity', everywhere((text, _, values) => text.replaceAll(said(values, 'generated name'), 'zz'))],
  ['a stale PUT that is accepted', 'status', (lines) => lines.map((line) => (line.kind === 'response' && line.status === 409 && line.exchange === request(lines, 'PUT', '/a', 1) ? { ...line, status: 200 } : line))],
  ['a missed event', 'missing-event', (lines) => lines.filter((line) => !(eventsOf(line, 'MODIFIED', 'a') && onFirstWatch(lines, line)))],
  ['an event that comes twice', 'extra-event', (lines) => lines.flatMap((line) => (eventsOf(line, 'MODIFIED', 'a') && onFirstWatch(lines, line) ? [line, line] : [line]))],
  ['an event more at the end', 'extra-event', (lines) => {
    const last = lines.findLast((line) => line.kind === 'event' && onFirstWatch(lines, line));
    return lines.flatMap((line) => (line === last ? [line, line] : [line]));
  }],
  ['swapped events', 'event-order', (lines) => {
    const watch = lines.filter((line) => onFirstWatch(lines, line) && line.kind === 'event');
    const [one, other] = [watch.findIndex((line) => eventsOf(line, 'MODIFIED', 'a')), watch.findIndex((line) => eventsOf(line, 'ADDED', 'b'))].map((index) => watch[index]);
    return lines.map((line) => (line === one ? { ...(other ?? line), n: line.n } : line === other ? { ...(one ?? line), n: line.n } : line));
  }],
  ['a removal that shows an older state', 'value', everywhere((text, line) => (eventsOf(line, 'DELETED', 'a') ? text.replace('"k":"2"', '"k":"1"') : text))],
  ['a list that lacks an item', 'missing', answerTo('GET', '/v1/namespaces/default/configmaps', 0, (text) => JSON.stringify(withoutItem(JSON.parse(text) as BodyLine)))],
  ['a member more in an answer', 'extra', answerTo('GET', '/a', 0, (text) => text.replace('"metadata":{', '"metadata":{"more":"x",'))],
  ['a member less in an answer', 'missing', answerTo('GET', '/a', 0, (text) => text.replace('"data":{"k":"1"}', '"other":{}'))],
  ['a value that is not what was stored', 'value', answerTo('GET', '/a', 1, (text) => text.replace('"k":"2"', '"k":"1"'))],
  ['another media type', 'media-type', (lines) => lines.map((line) => (line.kind === 'response' && line.status === 200 && line.exchange === request(lines, 'GET', '/a') ? { ...line, headers: [['Content-Type', 'text/plain']] } : line))],
  ['a request that never was answered', 'missing-exchange', (lines) => lines.filter((line) => line.exchange !== request(lines, 'GET', '/a', 1))],
];

interface BodyLine {
  body: { json: { items: Json[] } };
}
function withoutItem(line: BodyLine): BodyLine {
  line.body.json.items.pop();
  return line;
}

describe('the comparison of two recordings', () => {
  it('finds nothing in two recordings of one client and two fresh servers, with no rule for what to ignore', async () => {
    expect(await differences(second.lines)).toEqual([]);
    expect(second.lines.length).toBeGreaterThan(60);
  });

  it.each(FAULTS)('finds %s', async (_, kind, fault) => {
    const lines = fault([...second.lines], second.said);
    expect(lines).not.toEqual(second.lines);
    expect((await differences(lines)).map((each) => each.kind)).toContain(kind);
  });
});

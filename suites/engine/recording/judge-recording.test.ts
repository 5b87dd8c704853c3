import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HappeningLine, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { readExchangeLog } from '../../../shared/exchange-log/read-exchange-log.ts';
import { SPEC } from '../../../spec/dialects/index.ts';
import { historyFrom, linesFrom, type Literal } from '../../checks/history-literals.fixture.ts';
import { RULES } from '../../rules/index.ts';
import { RecordingJudge, type RecordingVerdict } from './judge-recording.ts';
import { RecordingWindow, type WindowSize, withoutFailures } from './recording-window.ts';

const PATH = '/api/v1/namespaces/n/configmaps';
const WHOLE: WindowSize = { bytes: Number.POSITIVE_INFINITY, overlap: 0 };
/** A few dozen exchanges, because each line costs half a kilobyte besides its own text. */
const TINY: WindowSize = { bytes: 80_000, overlap: 35_000 };

function judged(lines: readonly HappeningLine[], size: WindowSize): RecordingVerdict {
  const judge = new RecordingJudge(RULES, 'a.jsonl', { choices: SPEC.choices }, size);
  for (const line of lines) judge.push(line, JSON.stringify(line).length);
  return judge.finish();
}

/** The verdict of each rule on each operation, without counts. */
function verdictsOf({ verdicts }: RecordingVerdict): string[] {
  return verdicts
    .map(
      ({ verdict, rule, operation, violations }) =>
        `${verdict} ${rule} ${operation} ${[...new Set(violations.map(({ fingerprint }) => fingerprint))].sort().join(' ')}`,
    )
    .sort();
}

function failedIn(verdict: RecordingVerdict): string[] {
  return verdict.verdicts
    .filter(({ verdict: is }) => is === 'failed')
    .map(({ rule, operation }) => `${rule} ${operation}`);
}

const configMap = (name: string, version: number, data: string): object => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  data: { k: data },
  metadata: {
    name,
    namespace: 'n',
    uid: `00000000-0000-4000-8000-${name.slice(1).padStart(12, '0')}`,
    resourceVersion: `${version}`,
    creationTimestamp: '2026-01-01T00:00:00Z',
    selfLink: `${PATH}/${name}`,
  },
});

/**
 * An informer: a list, then a watch for the rest of the recording, and another client that creates objects and
 * changes each. `spoil` may drop or replace events.
 */
function longWatch(
  objects: number,
  spoil: (event: Literal, turn: number) => Literal[] = (event) => [event],
): HappeningLine[] {
  const delivered = (type: string, object: object, turn: number): Literal[] =>
    spoil({ event: 'w', type, object }, turn);
  return linesFrom([
    {
      send: `GET ${PATH}`,
      foreign: true,
      response: [
        200,
        { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '100', selfLink: PATH }, items: [] },
      ],
    },
    { open: `GET ${PATH}?watch=true&resourceVersion=100`, as: 'w' },
    ...Array.from({ length: objects }).flatMap((_, turn): Literal[] => {
      const [name, version] = [`m${turn}`, 101 + turn * 2];
      const [made, changed] = [configMap(name, version, 'one'), configMap(name, version + 1, 'two')];
      return [
        {
          send: `POST ${PATH}`,
          foreign: true,
          body: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, data: { k: 'one' } },
          response: [200, made],
        },
        ...delivered('ADDED', made, turn * 2),
        { send: `PUT ${PATH}/${name}`, foreign: true, body: { ...made, data: { k: 'two' } }, response: [200, changed] },
        ...delivered('MODIFIED', changed, turn * 2 + 1),
      ];
    }),
    { hangUp: 'w' },
  ]);
}

describe('a recording that is judged in windows', () => {
  const lawful = longWatch(40);
  const lacking = longWatch(40, (event, turn) => (turn === 51 ? [] : [event]));
  const mistyped = longWatch(40, (event, turn) => (turn === 60 ? [{ ...event, type: 'MODIFIED' }] : [event]));

  it.each(['client-node', 'kubectl'])(
    'of %s has the same verdicts as the whole, and a tiny window fails nothing more',
    async (name) => {
      const { lines } = await readExchangeLog(`fixtures/traffic/${name}.jsonl`);
      const whole = judged(lines, WHOLE);
      expect(verdictsOf(judged(lines, { bytes: 2 ** 24, overlap: 2 ** 22 }))).toEqual(verdictsOf(whole));
      const tiny = judged(lines, { bytes: 12_000, overlap: 5_000 });
      expect(failedIn(whole)).toEqual(expect.arrayContaining(failedIn(tiny)));
      expect(tiny.requests).toBe(whole.requests);
    },
  );

  it('fails no rule of a correct server, finds missing events of a long stream, and reports them as in the whole', () => {
    expect(failedIn(judged(lawful, TINY))).toEqual([]);
    expect(verdictsOf(judged(lawful, TINY))).toEqual(verdictsOf(judged(lawful, WHOLE)));
    for (const faulty of [lacking, mistyped]) {
      const failed = failedIn(judged(faulty, WHOLE));
      expect(failed).not.toEqual([]);
      expect(failedIn(judged(faulty, TINY))).toEqual(failed);
    }
  });

  it('counts a finding of two windows once', () => {
    const [whole, tiny] = [judged(lawful, WHOLE), judged(lawful, TINY)].map(
      ({ verdicts }) => verdicts.find(({ rule }) => rule === 'replace/success-is-answered-200')?.cases,
    );
    expect([whole, tiny]).toEqual([40, 40]);
    const shown = judged(lacking, TINY)
      .verdicts.filter(({ verdict }) => verdict === 'failed')
      .flatMap(({ violations }) => violations);
    expect(shown.every(({ transcript }) => (transcript?.length ?? 0) > 0)).toBe(true);
    expect(new Set(shown.map(({ expected, fingerprint }) => `${fingerprint} ${expected}`)).size).toBe(shown.length);
  });

  it('fails nothing more than the whole does, wherever its windows begin and end', () => {
    const cases = [lawful, lacking, mistyped].map((lines) => ({ lines, allowed: failedIn(judged(lines, WHOLE)) }));
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.integer({ min: 4_000, max: 80_000 }),
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        ({ lines, allowed }, bytes, share) => {
          expect(allowed).toEqual(
            expect.arrayContaining(failedIn(judged(lines, { bytes, overlap: Math.floor(bytes * share) }))),
          );
        },
      ),
      { numRuns: 4 },
    );
  });
});

describe('bodies that are too large to be read', () => {
  const made = configMap('a1', 101, 'one');
  /** A create, a list and a replace with the bodies of one exchange changed, then a get of the stored object. */
  const traffic = (at: number, body: LoggedBody): HappeningLine[] =>
    linesFrom([
      { send: `POST ${PATH}`, body: made, response: [200, made] },
      {
        send: `GET ${PATH}`,
        response: [
          200,
          {
            kind: 'ConfigMapList',
            apiVersion: 'v1',
            metadata: { resourceVersion: '101', selfLink: PATH },
            items: [made],
          },
        ],
      },
      { send: `PUT ${PATH}/a1`, body: configMap('a1', 101, 'two'), response: [200, configMap('a1', 102, 'two')] },
      { send: `GET ${PATH}/a1`, response: [200, configMap('a1', 102, 'two')] },
    ]).map((line) => (line.exchange === at && 'body' in line && line.body !== undefined ? { ...line, body } : line));

  it('do not count as empty: no rule blames a server for them', () => {
    const usual = failedIn(judged(traffic(0, { text: '' }), WHOLE));
    for (const exchange of [1, 2, 3]) {
      expect(
        failedIn(judged(traffic(exchange, { file: 'a.bodies/x', sha256: 'x', bytes: 2 ** 30 }), WHOLE)).filter(
          (failed) => !usual.includes(failed),
        ),
      ).toEqual([]);
    }
    expect(failedIn(judged(traffic(2, { text: '' }), WHOLE)).length).toBeGreaterThan(usual.length);
  });
});

describe('the lost lines of a recording', () => {
  it('are blamed on no server, wherever they are missing', async () => {
    const { lines } = await readExchangeLog('fixtures/traffic/client-node.jsonl');
    for (const from of lines.keys()) {
      const judge = new RecordingJudge(RULES, 'a.jsonl', { choices: SPEC.choices });
      for (const line of lines.slice(0, from)) judge.push(line, 100);
      judge.cut();
      for (const line of lines.slice(from + 1 + (from % 4))) judge.push(line, 100);
      expect([from, failedIn(judge.finish())]).toEqual([from, []]);
    }
  });
});

describe('a body that fills a window by itself', () => {
  it('is judged with its exchange', () => {
    const list = (kind: string): HappeningLine[] =>
      linesFrom([
        {
          send: `GET ${PATH}`,
          response: [
            200,
            {
              kind,
              apiVersion: 'v1',
              metadata: { resourceVersion: '1', selfLink: PATH, large: 'x'.repeat(TINY.bytes) },
              items: [],
            },
          ],
        },
      ]);
    expect(failedIn(judged(list('PodList'), TINY))).toEqual(failedIn(judged(list('PodList'), WHOLE)));
    expect(failedIn(judged(list('PodList'), TINY)).length).toBeGreaterThan(
      failedIn(judged(list('ConfigMapList'), TINY)).length,
    );
  });
});

describe('the window of a recording', () => {
  const fill = (window: RecordingWindow, lines: readonly HappeningLine[]): void => {
    for (const line of lines) window.push(line, 0);
  };
  const get = (name: string): Literal => ({ send: `GET ${PATH}/${name}`, response: [200, {}] });
  const delivered = (window: RecordingWindow): (readonly [string, number | undefined])[] =>
    window.history.exchanges.map(
      ({ request, response }) => [`${request.method} ${request.path.slice(PATH.length)}`, response?.status] as const,
    );

  it('keeps open streams and, as writes without a response, open writes, until their outcome is known', () => {
    const window = new RecordingWindow({ bytes: 5_000, overlap: 2_000 });
    const lines = linesFrom([
      { send: `PUT ${PATH}/lost`, body: {} },
      { open: `GET ${PATH}?watch=true`, as: 'w' },
      {
        together: [
          { send: `PUT ${PATH}/slow`, body: {}, response: [200, {}] },
          { send: `GET ${PATH}/slow`, response: [200, {}] },
        ],
      },
      get('a'),
      get('b'),
      get('c'),
    ]);
    const late = lines.filter(({ kind, exchange }) => (exchange === 3 || exchange === 4) && kind !== 'request');
    fill(
      window,
      lines.filter((line) => !late.includes(line)),
    );
    window.advance();
    expect(delivered(window)).toEqual([
      ['PUT /lost', undefined],
      ['GET ', 200],
      ['PUT /slow', undefined],
      ['GET /c', 200],
    ]);
    fill(
      window,
      late.map((line, index) => ({ ...line, n: 100 + index })),
    );
    expect(delivered(window)).toEqual([
      ['PUT /lost', undefined],
      ['GET ', 200],
      ['PUT /slow', undefined],
      ['GET /c', 200],
    ]);
    fill(
      window,
      linesFrom([get('d'), get('e'), get('f')]).map((line) => ({
        ...line,
        n: line.n + 200,
        exchange: line.exchange + 100,
      })),
    );
    window.advance();
    expect(delivered(window)).toEqual([
      ['PUT /lost', undefined],
      ['GET ', 200],
      ['GET /f', 200],
    ]);
  });

  it('has the line from which a stream is complete, and the end of the stream', () => {
    const window = new RecordingWindow({ bytes: 5_000, overlap: 2_000 });
    const status = { kind: 'Status', code: 410 };
    fill(
      window,
      linesFrom([
        { open: `GET ${PATH}?watch=true`, as: 'w' },
        { event: 'w', type: 'ADDED', object: configMap('a', 1, 'x') },
        { event: 'w', type: 'ERROR', object: status },
        get('a'),
        get('b'),
        get('c'),
      ]),
    );
    window.advance();
    const [stream] = window.history.exchanges;
    expect(stream?.joined).toEqual({ from: 'existing', after: 13 });
    expect(stream?.events.map(({ type }) => type)).toEqual(['ERROR']);
  });
});

describe('a recorded history', () => {
  it('lacks reads without a response, and leaves the effect of writes without one open', () => {
    const history = historyFrom([
      { send: `GET ${PATH}/a` },
      { send: `PUT ${PATH}/a`, body: {} },
      { send: `GET ${PATH}/a`, response: [200, {}] },
    ]);
    const kept = withoutFailures(history).exchanges.map(({ request, ended, response }) => [
      request.method,
      response?.status,
      Number.isFinite(ended),
    ]);
    expect(kept).toEqual([
      ['PUT', undefined, false],
      ['GET', 200, true],
    ]);
  });
});

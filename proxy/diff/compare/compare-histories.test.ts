import { describe, expect, it } from 'vitest';
import { type HappeningLine, loggedBody, type LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { envelopeOf, messageOf } from '../../../shared/protobuf/protobuf-messages.fixture.ts';
import { compareById } from '../../replay/compare-by-id.fixture.ts';

const MAPS = '/api/v1/namespaces/n/configmaps';
type Sign = readonly [
  when: '>' | '<',
  exchange: number,
  method?: string,
  path?: string,
  status?: number,
  data?: Readonly<Record<string, string>>,
  version?: string,
];

/** A history from signs: `>` a request, `<` its whole response. */
function history(...signs: readonly Sign[]): { lines: HappeningLine[]; path: string } {
  let n = 0;
  const next = (exchange: number): { n: number; t: number; exchange: number } => ({ n: (n += 1), t: n, exchange });
  const lines = signs.flatMap(
    ([when, exchange, method = 'GET', path = '/a', status = 200, data = {}, version = '1']): HappeningLine[] => {
      if (when === '>') return [{ kind: 'request', ...next(exchange), method, target: MAPS + path, headers: [] }];
      const object =
        status < 300
          ? { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: version }, data }
          : { kind: 'Status', code: status };
      return [
        { kind: 'response', ...next(exchange), status, headers: [['Content-Type', 'application/json']] },
        { kind: 'body', ...next(exchange), body: { json: object } },
        { kind: 'end', ...next(exchange), reason: 'complete' },
      ];
    },
  );
  return { lines, path: 'log.jsonl' };
}

/** Two concurrent PUTs, and a GET after them. */
const raced = (first: Sign, second: Sign, last: Sign): Sign[] => [
  ['>', 1, 'PUT'],
  ['>', 2, 'PUT'],
  first,
  second,
  ['>', 3],
  last,
];
const put = (exchange: number, k: string, version: string): Sign => ['<', exchange, 'PUT', '/a', 200, { k }, version];
const lost = (exchange: number): Sign => ['<', exchange, 'PUT', '/a', 409];
const got = (k: string, version: string): Sign => ['<', 3, 'GET', '/a', 200, { k }, version];

describe('concurrent writers', () => {
  it('may win in another order: the result of a later read is chance, and is counted', async () => {
    const recorded = history(...raced(put(1, 'x', '11'), put(2, 'y', '12'), got('y', '12')));
    const live = history(...raced(put(2, 'y', '21'), put(1, 'x', '22'), got('x', '22')));
    const { differences, unsettled } = await compareById(recorded, live);
    expect(differences).toEqual([]);
    expect(unsettled).toMatchObject([{ exchanges: [1, 2], reason: expect.stringContaining('came last') }]);
  });

  it('may not leave a value that none of them wrote', async () => {
    const recorded = history(...raced(put(1, 'x', '11'), put(2, 'y', '12'), got('y', '12')));
    const live = history(...raced(put(1, 'x', '21'), put(2, 'y', '22'), got('z', '22')));
    expect((await compareById(recorded, live)).differences).toMatchObject([{ kind: 'value', field: '$.data.k' }]);
  });

  it('may be refused in another order, but as often as before', async () => {
    const recorded = history(...raced(put(1, 'x', '11'), lost(2), got('x', '11')));
    expect(
      (await compareById(recorded, history(...raced(lost(1), put(2, 'y', '21'), got('y', '21'))))).differences,
    ).toEqual([]);
    expect(
      (await compareById(recorded, history(...raced(put(1, 'x', '21'), put(2, 'y', '22'), got('y', '22')))))
        .differences,
    ).toMatchObject([{ kind: 'outcome', expected: 'PUT 200, PUT 409', actual: 'PUT 200, PUT 200' }]);
  });
});

describe('a watch of an object that concurrent writers change', () => {
  /** A watch of a create, two concurrent PUTs, and the removal by a collection delete. */
  const watched = (...versions: readonly [string, string, string]): ReturnType<typeof history> => {
    const [made, one, other] = versions;
    const { lines: creating } = history(['>', 1, 'POST', ''], ['<', 1, 'POST', '', 200, {}, made]);
    const { lines: putting } = history(['>', 2, 'PUT'], ['>', 3, 'PUT'], put(2, 'x', one), put(3, 'y', other));
    const { lines: emptying } = history(['>', 5, 'DELETE', ''], ['<', 5, 'DELETE', '']);
    const event = (index: number, type: string, resourceVersion: string, data = {}): HappeningLine => {
      const metadata = { name: 'a', namespace: 'n', uid: 'u', resourceVersion };
      const object = { kind: 'ConfigMap', metadata, data };
      return { kind: 'event', n: 0, t: 0, exchange: 4, index, body: { json: { type, object } } };
    };
    const puts = [
      { k: 'x', version: one },
      { k: 'y', version: other },
    ].toSorted((a, b) => Number(a.version) - Number(b.version));
    const lines: HappeningLine[] = [
      { kind: 'request', n: 0, t: 0, exchange: 4, method: 'GET', target: `${MAPS}?watch=true`, headers: [] },
      { kind: 'response', n: 0, t: 0, exchange: 4, status: 200, headers: [['Content-Type', 'application/json']] },
      ...creating,
      event(0, 'ADDED', made),
      ...putting,
      ...puts.map(({ k, version }, index) => event(1 + index, 'MODIFIED', version, { k })),
      ...emptying,
      event(3, 'DELETED', `${other}0`, { k: 'y' }),
      { kind: 'end', n: 0, t: 0, exchange: 4, reason: 'client-abort' },
    ];
    return { lines: lines.map((line, n) => ({ ...line, n, t: n })), path: 'log.jsonl' };
  };

  it('delivers their events in either order, after that of the create', async () => {
    expect((await compareById(watched('1', '2', '3'), watched('1', '2', '3'))).differences).toEqual([]);
    expect((await compareById(watched('1', '2', '3'), watched('1', '3', '2'))).differences).toEqual([]);
  });
});

describe('a read under way at the same time as a write', () => {
  it('may see the write or not; a later read must see it', async () => {
    const during = (k: string): Sign[] => [
      ['>', 1, 'PUT'],
      ['>', 3],
      put(1, 'x', '11'),
      got(k, k === 'x' ? '11' : '10'),
    ];
    expect((await compareById(history(...during('x')), history(...during('w')))).differences).toEqual([]);
    const after = (k: string): Sign[] => [
      ['>', 1, 'PUT'],
      put(1, 'x', '11'),
      ['>', 3],
      got(k, k === 'x' ? '11' : '10'),
    ];
    expect((await compareById(history(...after('x')), history(...after('w')))).differences).not.toEqual([]);
  });
});

describe('a watch that opened while a write was under way', () => {
  /** A GET, a PATCH during which a watch opens, and a watch after both. */
  const opened = (
    before: string,
    after: string,
    first: readonly (readonly [string, string])[],
  ): ReturnType<typeof history> => {
    const { lines: known } = history(['>', 1], ['<', 1, 'GET', '/a', 200, {}, before], ['>', 2, 'PATCH']);
    const { lines: written } = history(['<', 2, 'PATCH', '/a', 200, {}, after]);
    const lines = [...known, ...watch(3, first), ...written, ...watch(4, [['ADDED', after]])];
    return { lines: lines.map((line, n) => ({ ...line, n, t: n })), path: 'log.jsonl' };
  };
  const watch = (exchange: number, events: readonly (readonly [string, string])[]): HappeningLine[] => [
    { kind: 'request', n: 0, t: 0, exchange, method: 'GET', target: `${MAPS}?watch=true`, headers: [] },
    { kind: 'response', n: 0, t: 0, exchange, status: 200, headers: [['Content-Type', 'application/json']] },
    ...events.map(([type, resourceVersion], index): HappeningLine => {
      const metadata = { name: 'a', namespace: 'n', uid: 'u', resourceVersion };
      const body = { json: { type, object: { kind: 'ConfigMap', metadata, data: {} } } };
      return { kind: 'event', n: 0, t: 0, exchange, index, body };
    }),
    { kind: 'end', n: 0, t: 0, exchange, reason: 'client-abort' },
  ];

  it('may begin with the state before or after, and a later watch is compared with what the responses showed', async () => {
    const recorded = opened('10', '11', [['ADDED', '11']]);
    const live = opened('20', '21', [['ADDED', '20']]);
    expect((await compareById(recorded, live)).differences).toEqual([]);
    const late = opened('20', '21', [['ADDED', '20']]).lines.map((line) =>
      line.kind === 'event' && line.exchange === 4
        ? ({
            ...line,
            body: { json: JSON.parse(JSON.stringify(line.body).replace('"21"', '"20"')).json },
          } as HappeningLine)
        : line,
    );
    expect((await compareById(recorded, { lines: late, path: 'log.jsonl' })).differences).toMatchObject([
      { kind: 'identity', exchange: 4 },
    ]);
  });

  it('must deliver a write that began after its response, even where the server delivers no event at all', async () => {
    const delivering = (...types: readonly string[]): ReturnType<typeof history> => {
      const [request, response, ...rest] = watch(
        3,
        types.map((type) => [type, '11'] as const),
      );
      const { lines: written } = history(['>', 1, 'PATCH'], ['<', 1, 'PATCH', '/a', 200, {}, '11']);
      const lines = [request, response, ...written, ...rest].filter((line) => line !== undefined);
      return { lines: lines.map((line, n) => ({ ...line, n, t: n })), path: 'log.jsonl' };
    };
    const { differences, unsettled } = await compareById(delivering('MODIFIED'), delivering());
    expect([differences, unsettled]).toMatchObject([[{ kind: 'missing-event', exchange: 3 }], []]);
  });
});

describe('an object that is being deleted', () => {
  const object = { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '2' } };
  const dying = { ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
  const list = (...items: object[]): object => ({
    kind: 'ConfigMapList',
    metadata: items.length === 0 ? {} : { resourceVersion: '3' },
    items,
  });
  const read = (target: string, status: number, body: object): { lines: HappeningLine[]; path: string } => ({
    lines: [
      { kind: 'request', n: 1, t: 1, exchange: 1, method: 'GET', target: MAPS + target, headers: [] },
      { kind: 'response', n: 2, t: 2, exchange: 1, status, headers: [['Content-Type', 'application/json']] },
      { kind: 'body', n: 3, t: 3, exchange: 1, body: { json: body } },
      { kind: 'end', n: 4, t: 4, exchange: 1, reason: 'complete' },
    ],
    path: 'log.jsonl',
  });
  const gone = read('/a', 404, { kind: 'Status', code: 404 });

  it('may be gone sooner, from a get and from a list, and that is counted', async () => {
    const reason = expect.stringContaining('how soon the server removed') as string;
    const got = await compareById(read('/a', 200, dying), gone);
    expect([got.differences, got.unsettled]).toEqual([[], [{ exchanges: [1], reason, count: 1 }]]);
    const listed = await compareById(read('', 200, list(dying)), read('', 200, list()));
    expect([listed.differences, listed.unsettled]).toEqual([[], [{ exchanges: [1], reason, count: 2 }]]);
  });

  it('may be gone before a watch begins here, which then has no DELETED event; else the event must come', async () => {
    const watch = (body: object, status: number, ...events: object[]): { lines: HappeningLine[]; path: string } => {
      const { lines } = read('/a', status, body);
      const at = { exchange: 2 };
      return {
        lines: [
          ...lines,
          { kind: 'request', n: 5, t: 5, ...at, method: 'GET', target: `${MAPS}?watch=true`, headers: [] },
          { kind: 'response', n: 6, t: 6, ...at, status: 200, headers: [['Content-Type', 'application/json']] },
          ...events.map((json, index): HappeningLine => ({ kind: 'event', n: 7, t: 7, ...at, index, body: { json } })),
          { kind: 'end', n: 9, t: 9, ...at, reason: 'complete' },
        ],
        path: 'log.jsonl',
      };
    };
    const deleted = { type: 'DELETED', object: dying };
    const recorded = watch(dying, 200, deleted);
    expect((await compareById(recorded, watch({ kind: 'Status', code: 404 }, 404))).differences).toEqual([]);
    expect((await compareById(recorded, watch(dying, 200))).differences).toMatchObject([
      { kind: 'missing-event', expected: 'DELETED' },
    ]);
  });

  it('may not stay longer, and no other object may be gone', async () => {
    expect((await compareById(gone, read('/a', 200, dying))).differences).toHaveLength(1);
    expect((await compareById(read('/a', 200, object), gone)).differences).toHaveLength(1);
    expect((await compareById(read('', 200, list(object)), read('', 200, list()))).differences).not.toEqual([]);
  });
});

describe('a watch that its client left', () => {
  const event = (type: string, version: string): object => ({
    type,
    object: { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: version } },
  });
  const watched = (types: readonly string[], leftAt: number): { lines: HappeningLine[]; path: string } => {
    const lines: HappeningLine[] = [
      { kind: 'request', n: 1, t: 1, exchange: 1, method: 'GET', target: `${MAPS}?watch=true`, headers: [] },
      { kind: 'response', n: 2, t: 2, exchange: 1, status: 200, headers: [['Content-Type', 'application/json']] },
      ...types.map((type, index): HappeningLine => ({
        kind: 'event',
        n: 3 + index,
        t: 3 + index,
        exchange: 1,
        index,
        body: { json: event(type, '1') },
      })),
      { kind: 'request', n: 10, t: 10, exchange: 2, method: 'DELETE', target: `${MAPS}/a`, headers: [] },
      { kind: 'response', n: 11, t: 11, exchange: 2, status: 200, headers: [] },
      { kind: 'end', n: 12, t: 12, exchange: 2, reason: 'complete' },
      { kind: 'end', n: 20, t: leftAt, exchange: 1, reason: 'client-abort' },
    ];
    const last = lines.findLast(({ kind }) => kind === 'event');
    return {
      lines: lines
        .map((line) => (line === last && types.length > 1 ? { ...line, n: 15 } : line))
        .sort((a, b) => a.n - b.n),
      path: 'log.jsonl',
    };
  };

  it('may lack the writes just before its end, but no earlier ones', async () => {
    const live = watched(['ADDED', 'DELETED'], 20);
    expect((await compareById(watched(['ADDED'], 20), live)).differences).toEqual([]);
    expect((await compareById(watched(['ADDED'], 5000), live)).differences).toMatchObject([
      { kind: 'extra-event', place: 'event 1 (DELETED n/a)' },
    ]);
  });

  it('may not lack an event of a completed write that the recording showed', async () => {
    expect((await compareById(watched(['ADDED', 'DELETED'], 20), watched(['ADDED'], 20))).differences).toMatchObject([
      { kind: 'missing-event' },
    ]);
  });
});

describe('the work of controllers on an object that a client made in protobuf', () => {
  const JOBS = '/apis/batch/v1/namespaces/n/jobs';
  const metadata = messageOf([1, 'j'], [3, 'n'], [5, 'u'], [6, '1']);
  const made = envelopeOf('batch/v1', 'Job', messageOf([1, metadata]));
  const table = (version: string, cell: string): object => ({
    kind: 'Table',
    rows: [
      {
        cells: ['j', cell],
        object: {
          kind: 'PartialObjectMetadata',
          metadata: { name: 'j', namespace: 'n', uid: 'u', resourceVersion: version },
        },
      },
    ],
  });
  const session = (version: string, cell: string): { lines: HappeningLine[]; path: string } => {
    const exchange = (id: number, method: string, type: string, body: LoggedBody): HappeningLine[] => {
      const at = (n: number): { n: number; t: number; exchange: number } => ({
        n: 4 * id + n,
        t: 4 * id + n,
        exchange: id,
      });
      return [
        { kind: 'request', ...at(0), method, target: JOBS, headers: [] },
        { kind: 'response', ...at(1), status: 200, headers: [['Content-Type', type]] },
        { kind: 'body', ...at(2), body },
        { kind: 'end', ...at(3), reason: 'complete' },
      ];
    };
    return {
      lines: [
        ...exchange(1, 'POST', 'application/vnd.kubernetes.protobuf', loggedBody(made)),
        ...exchange(2, 'GET', 'application/json', { json: table(version, cell) }),
      ],
      path: 'log.jsonl',
    };
  };

  it('is chance if a table shows a version that no write made; else it is a difference', async () => {
    expect((await compareById(session('5', '1/1'), session('4', '0/1'))).differences).toEqual([]);
    expect((await compareById(session('1', '1/1'), session('1', '0/1'))).differences).toMatchObject([
      { kind: 'value', expected: '"1/1"', actual: '"0/1"' },
    ]);
  });
});

describe('an object in protobuf', () => {
  const read = (name: string, uid: string, version: string, kind = 'ConfigMap'): Buffer =>
    envelopeOf('v1', kind, messageOf([1, messageOf([1, name], [3, 'n'], [5, uid], [6, version])]));
  const reads = (...bodies: readonly Buffer[]): { lines: HappeningLine[]; path: string } => ({
    lines: bodies.flatMap((body, index): HappeningLine[] => {
      const at = (n: number): { n: number; t: number; exchange: number } => ({
        n: 4 * index + n,
        t: 4 * index + n,
        exchange: index + 1,
      });
      return [
        { kind: 'request', ...at(0), method: 'GET', target: `${MAPS}/a`, headers: [] },
        { kind: 'response', ...at(1), status: 200, headers: [['Content-Type', 'application/vnd.kubernetes.protobuf']] },
        { kind: 'body', ...at(2), body: loggedBody(body) },
        { kind: 'end', ...at(3), reason: 'complete' },
      ];
    }),
    path: 'log.jsonl',
  });
  const recorded = reads(read('a', 'u', '1'), read('a', 'u', '1'));

  it.each([
    ['has other identities that correspond', [read('a', 'w', '7'), read('a', 'w', '7')], []],
    ['has another name', [read('b', 'w', '7'), read('b', 'w', '7')], ['$.metadata.name', '$.metadata.name']],
    ['is of another kind', [read('a', 'w', '7', 'Secret'), read('a', 'w', '7')], ['$.kind']],
    ['has another uid later', [read('a', 'w', '7'), read('a', 'x', '7')], ['$.metadata.uid']],
    ['has another version later', [read('a', 'w', '7'), read('a', 'w', '8')], ['$.metadata.resourceVersion']],
  ])('that %s is compared', async (_, live, places) => {
    const { differences, opaque } = await compareById(recorded, reads(...live));
    expect(differences.map(({ place }) => place)).toEqual(places);
    expect(opaque).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import { linesFrom, type Literal } from '../../checks/history-literals.fixture.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import type { History } from '../../oracle/history.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { rule as addsUp } from './adds-up-to-what-is-there.rule.ts';
import { rule as fieldSelector } from './field-selector-restricts.rule.ts';
import { rule as goesOnTheSame } from './goes-on-the-same-from-each-event.rule.ts';
import { rule as goesOnAfterTimeout } from './goes-on-where-a-timeout-ended-it.rule.ts';
import { rule as keepsUp } from './keeps-up-with-parallel-writers.rule.ts';
import { rule as losesNothing } from './loses-nothing-while-it-opens.rule.ts';
import { rule as missesNothing } from './misses-nothing.rule.ts';
import { rule as ofAllNamespaces } from './of-all-namespaces-tells-of-each.rule.ts';
import { rule as oldVersion } from './old-version-is-served-whole-or-refused.rule.ts';
import { rule as outlives } from './outlives-others-that-hang-up.rule.ts';
import { rule as selectedRemovals } from './removal-of-a-selected-object-is-told.rule.ts';
import { rule as slowReader } from './slow-reader-loses-nothing.rule.ts';
import { rule as inOrder } from './tells-changes-in-order.rule.ts';
import { rule as nothingTwice } from './tells-nothing-twice.rule.ts';
import { rule as tellsRemovals } from './tells-removals.rule.ts';
import { MAPS, create, end, judge, map, open, patch, remove, deliver } from './watch-literals.fixture.ts';
import { rule as agree } from './watches-agree-on-the-order.rule.ts';

/** A change of `n` that the stream delivers: it must have delivered all earlier events by then. */
const fenced = (version: string, as = 'w'): Literal[] => [
  create(map('n', version)),
  deliver('ADDED', map('n', version), as),
];
const list = (version: string, ...items: JsonObject[]): Literal => ({
  send: `GET ${MAPS}`,
  response: [200, { kind: 'ConfigMapList', metadata: { resourceVersion: version }, items }],
});

describe('the events of a watch, folded in order', () => {
  const start = [create(map('m', '1')), open(), deliver('ADDED', map('m', '1'))];

  it('end at the latest state', () => {
    const changed = [...start, patch('m', map('m', '2')), patch('m', map('m', '3'))];
    expect(
      judge(
        addsUp,
        ...changed,
        deliver('MODIFIED', map('m', '2')),
        deliver('MODIFIED', map('m', '3')),
        ...fenced('4'),
        end,
      ),
    ).toEqual(['held']);
    expect(
      judge(
        addsUp,
        ...changed,
        deliver('MODIFIED', map('m', '3')),
        deliver('MODIFIED', map('m', '2')),
        ...fenced('4'),
        end,
      ),
    ).toEqual(['ends at an old state', 'out of order']);
    expect(judge(addsUp, ...changed, deliver('MODIFIED', map('m', '2')), end)).toEqual(['held']);
  });

  it('leave no deleted object, whatever the names of the types', () => {
    const gone = [...start, patch('m', map('m', '2')), deliver('CHANGED', map('m', '2')), ...remove('m')];
    expect(judge(addsUp, ...gone, deliver('REMOVED', map('m', '2')), ...fenced('4'), end)).toEqual(['held']);
    expect(judge(addsUp, ...gone, ...fenced('4'), end)).toEqual(['keeps what is gone']);
  });

  it('hold no object that was removed before the watch was opened', () => {
    const before = [create(map('m', '1')), ...remove('m'), create(map('o', '3')), open()];
    expect(judge(addsUp, ...before, deliver('ADDED', map('o', '3')), ...fenced('4'), end)).toEqual(['held']);
    expect(
      judge(addsUp, ...before, deliver('ADDED', map('m', '1')), deliver('ADDED', map('o', '3')), ...fenced('4'), end),
    ).toEqual(['keeps what is gone']);
  });

  it('are not judged if the stream may not have read the objects yet', () => {
    expect(judge(addsUp, create(map('m', '1')), open(), ...fenced('2'), end)).toEqual([]);
    expect(
      judge(
        addsUp,
        create(map('m', '1')),
        open(),
        ...fenced('2'),
        create(map('o', '3')),
        deliver('ADDED', map('o', '3')),
        end,
      ),
    ).toEqual(['lacks what is there']);
  });
});

describe('a watch from the version of an event', () => {
  const story = [
    list('0a'),
    open('?resourceVersion=0a', MAPS, 'first'),
    create(map('m', '1')),
    deliver('ADDED', map('m', '1'), 'first'),
    patch('m', map('m', '2')),
    deliver('MODIFIED', map('m', '2'), 'first'),
    ...remove('m'),
    deliver('DELETED', map('m', '2'), 'first'),
    create(map('n', '4')),
    deliver('ADDED', map('n', '4'), 'first'),
    open('?resourceVersion=1'),
  ];

  it('delivers the same events after it', () => {
    expect(
      judge(
        goesOnTheSame,
        ...story,
        deliver('MODIFIED', map('m', '2')),
        deliver('DELETED', map('m', '3')),
        deliver('ADDED', map('n', '4')),
        end,
      ),
    ).toEqual(['held']);
    expect(
      judge(
        goesOnTheSame,
        ...story,
        deliver('MODIFIED', map('m', '2')),
        deliver('DELETED', map('m', '3')),
        deliver('ADDED', map('n', '4')),
        create(map('o', '5')),
        deliver('ADDED', map('o', '5')),
        end,
      ),
    ).toEqual(['held']);
  });

  it('neither begins with that event, nor begins too late, nor misses one in the middle', () => {
    const rest = [deliver('DELETED', map('m', '3')), deliver('ADDED', map('n', '4')), end];
    expect(
      judge(goesOnTheSame, ...story, deliver('ADDED', map('m', '1')), deliver('MODIFIED', map('m', '2')), ...rest),
    ).toEqual(['goes on otherwise']);
    expect(judge(goesOnTheSame, ...story, ...rest)).toEqual(['goes on otherwise']);
    expect(
      judge(goesOnTheSame, ...story, deliver('MODIFIED', map('m', '2')), deliver('ADDED', map('n', '4')), end),
    ).toEqual(['goes on otherwise']);
    expect(judge(goesOnTheSame, ...story, deliver('MODIFIED', map('m', '2')), end)).toEqual(['held']);
  });

  it('need not begin in the order of another watch', () => {
    const snapshot = [
      create(map('m', '1')),
      create(map('n', '2')),
      open('', MAPS, 'first'),
      deliver('ADDED', map('n', '2'), 'first'),
      deliver('ADDED', map('m', '1'), 'first'),
      open('?resourceVersion=2'),
    ];
    expect(judge(goesOnTheSame, ...snapshot, create(map('o', '3')), deliver('ADDED', map('o', '3')), end)).toEqual([]);
  });
});

describe('two watches', () => {
  const opened = [
    create(map('m', '1')),
    create(map('n', '2')),
    open(),
    deliver('ADDED', map('m', '1')),
    deliver('ADDED', map('n', '2')),
    open('', MAPS, 'v'),
    deliver('ADDED', map('n', '2'), 'v'),
    deliver('ADDED', map('m', '1'), 'v'),
  ];
  const writes: Literal = { together: [patch('m', map('m', '3')), patch('n', map('n', '4'))] as never };

  it('deliver parallel changes in one order, and initial events in any', () => {
    const one = [deliver('MODIFIED', map('m', '3')), deliver('MODIFIED', map('n', '4'))];
    const other = [deliver('MODIFIED', map('m', '3'), 'v'), deliver('MODIFIED', map('n', '4'), 'v')];
    expect(judge(agree, ...opened, writes, ...one, ...other)).toEqual(['held']);
    expect(judge(agree, ...opened, writes, ...one, ...other.toReversed())).toEqual(['two watches disagree']);
  });

  it('deliver the same states of an object, with known writers or not', () => {
    const story = (as: string, ...versions: string[]): Literal[] =>
      versions.map((version) => deliver('MODIFIED', map('m', version), as));
    expect(judge(agree, ...opened, ...story('w', '5', '6', '7'), ...story('v', '5', '6', '7'))).toEqual([]);
    expect(judge(agree, ...opened, ...story('w', '5', '6', '7'), ...story('v', '5', '7'))).toEqual([
      'one of two watches lacks a state',
    ]);
    expect(judge(agree, ...opened, ...story('w', '5', '6', '7'), ...story('v', '5'))).toEqual([]);
  });
});

describe('the order of a watch', () => {
  it('has the end of one life before the next', () => {
    const lives = [
      create(map('m', '1')),
      open(),
      deliver('ADDED', map('m', '1')),
      ...remove('m'),
      create(map('m', '3', undefined, '2')),
    ];
    const [gone, back] = [deliver('DELETED', map('m', '1')), deliver('ADDED', map('m', '3', undefined, '2'))];
    expect(judge(inOrder, ...lives, gone, back, end)).toEqual(['held']);
    expect(judge(inOrder, ...lives, back, gone, end)).toEqual(['out of order']);
  });

  it('has the end of an object, unless that had left the selection before', () => {
    const web = { tier: 'web' };
    const begun = [
      create(map('m', '1', web)),
      open('?labelSelector=tier%3Dweb'),
      deliver('ADDED', map('m', '1', web)),
      create(map('l', '2', web)),
      deliver('ADDED', map('l', '2', web)),
    ];
    const [left, other] = [deliver('DELETED', map('m', '3')), deliver('ADDED', map('n', '4', web))];
    const get = (object: JsonObject): Literal => ({ send: `GET ${MAPS}/m`, response: [200, object] });
    const changes = [patch('m', map('m', '3')), create(map('n', '4', web)), get(map('m', '3'))];
    const leaves = [...begun, ...changes, ...remove('m')];
    expect(judge(inOrder, ...leaves, left, other, end)).toEqual(['held']);
    const stays = [...begun, create(map('n', '4', web)), get(map('m', '1', web)), ...remove('m')];
    const gone = deliver('DELETED', map('m', '1', web));
    expect(judge(inOrder, ...stays, other, gone, end)).toEqual(['held']);
    expect(judge(inOrder, ...stays, gone, other, end)).toEqual(['out of order']);
  });

  it('includes the initial events of one object, but not those of different objects', () => {
    const before = [create(map('m', '1')), patch('m', map('m', '2')), create(map('n', '3')), open()];
    expect(judge(inOrder, ...before, deliver('ADDED', map('n', '3')), deliver('ADDED', map('m', '2')), end)).toEqual([
      'held',
    ]);
    expect(judge(inOrder, ...before, deliver('MODIFIED', map('m', '2')), deliver('ADDED', map('m', '1')), end)).toEqual(
      ['out of order'],
    );
  });
});

describe('one state', () => {
  it('is delivered with one type only, though a DELETED event may carry it again', () => {
    const start = [create(map('m', '1')), open(), deliver('ADDED', map('m', '1'))];
    expect(judge(nothingTwice, ...start, deliver('MODIFIED', map('m', '1')), end)).toEqual(['an event is repeated']);
    expect(judge(nothingTwice, ...start, deliver('DELETED', map('m', '1')), end)).toEqual(['held']);
    expect(
      judge(nothingTwice, ...start, deliver('DELETED', map('m', '1')), deliver('DELETED', map('m', '1')), end),
    ).toEqual(['an event is repeated']);
  });
});

describe('a write while a watch opens', () => {
  const before = [
    create(map('m', '1')),
    list('1', map('m', '1')),
    patch('m', map('m', '2')),
    open('?resourceVersion=1'),
  ];

  it('is delivered exactly once', () => {
    expect(judge(losesNothing, ...before, deliver('MODIFIED', map('m', '2')), ...fenced('3'), end)).toEqual(['held']);
    expect(judge(losesNothing, ...before, ...fenced('3'), end)).toContain('a change is not told');
    expect(
      judge(
        losesNothing,
        ...before,
        deliver('MODIFIED', map('m', '2')),
        deliver('MODIFIED', map('m', '2')),
        ...fenced('3'),
        end,
      ),
    ).toContain('an event is repeated');
    expect(
      judge(
        losesNothing,
        create(map('m', '1')),
        list('1', map('m', '1')),
        open('?resourceVersion=1'),
        ...fenced('3'),
        end,
      ),
    ).toEqual([]);
  });

  it('may be part of the initial events of a stream without a version', () => {
    const absorbed = [
      create(map('m', '1')),
      open(),
      patch('m', map('m', '2')),
      patch('m', map('m', '3')),
      deliver('ADDED', map('m', '3')),
    ];
    expect(judge(missesNothing, ...absorbed, ...fenced('4'), end)).toEqual(['held']);
    expect(judge(missesNothing, ...absorbed, patch('m', map('m', '5')), ...fenced('6'), end)).toContain(
      'a change is not told',
    );
  });

  it('is an initial or a later event, if it came before the head of the stream', () => {
    const causes = (...literals: readonly Literal[]): readonly string[] =>
      [...missesNothing.check(historyWithLateHead(literals), { choices: SPEC.choices })].flatMap((finding) =>
        finding.outcome === 'violated' ? [finding.cause] : [],
      );
    const begun = [open(), create(map('m', '1'))];
    const later = [...fenced('2'), patch('n', map('n', '3')), deliver('MODIFIED', map('n', '3')), end];
    expect(causes(...begun, ...later)).toEqual(['a change is not told']);
    expect(causes(...begun, deliver('ADDED', map('m', '1')), ...later)).toEqual([]);
    expect(causes(...begun, deliver('ADDED', map('m', '9')), ...later)).toEqual([]);
  });
});

/** The head of the watch, the second line, comes after the next exchange. */
function historyWithLateHead(literals: readonly Literal[]): History {
  const [request, head, ...rest] = linesFrom(literals);
  const moved = [request, ...rest.slice(0, 4), head, ...rest.slice(4)].filter((line) => line !== undefined);
  return historyOf(moved.map((line, index) => ({ ...line, n: index + 1, t: index + 1 })));
}

describe('deletions', () => {
  it('are delivered for any cause, if a later read shows that the object is gone', () => {
    const collection: Literal = {
      send: `DELETE ${MAPS}?labelSelector=`,
      response: [200, { kind: 'Status', status: 'Success' }],
    };
    const story = [create(map('m', '1')), open(), deliver('ADDED', map('m', '1')), collection, list('2')];
    expect(judge(tellsRemovals, ...story, deliver('DELETED', map('m', '1')), ...fenced('3'), end)).toEqual(['held']);
    expect(judge(tellsRemovals, ...story, ...fenced('3'), end)).toEqual(['a removal is not told']);
    expect(judge(tellsRemovals, ...story.slice(0, -1), ...fenced('3'), end)).toEqual([]);
  });

  it('are delivered to a watch with a selector for objects that it has shown, and no others', () => {
    const web = { tier: 'web' };
    const start = [
      create(map('m', '1', web)),
      create(map('o', '2')),
      open('?labelSelector=tier%3Dweb'),
      deliver('ADDED', map('m', '1', web)),
      ...remove('m'),
      ...remove('o'),
    ];
    const fence = [create(map('n', '5', web)), deliver('ADDED', map('n', '5', web)), end];
    expect(judge(selectedRemovals, ...start, deliver('DELETED', map('m', '1', web)), ...fence)).toEqual(['held']);
    expect(judge(selectedRemovals, ...start, ...fence)).toEqual(['a removal is not told']);
  });

  it('delivers the removal of an object that was selected after its start, even without an earlier event', () => {
    const web = { tier: 'web' };
    const start = (labels: JsonObject): Literal[] => [
      create(map('m', '1', labels)),
      list('1', map('m', '1', labels)),
      open('?labelSelector=tier%3Dweb&resourceVersion=1'),
      { send: `GET ${MAPS}/m`, response: [200, map('m', '1', labels)] },
      ...remove('m'),
    ];
    const fence = [create(map('n', '5', web)), deliver('ADDED', map('n', '5', web)), end];
    expect(judge(selectedRemovals, ...start(web), ...fence)).toEqual(['a removal is not told']);
    expect(judge(selectedRemovals, ...start({}), ...fence)).toEqual([]);
  });
});

describe('a watch of all namespaces', () => {
  const made = (namespace: string, version: string): JsonObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'm', namespace, uid: `u-${namespace}`, resourceVersion: version },
  });
  const posted = (namespace: string, version: string): Literal => ({
    send: `POST /api/v1/namespaces/${namespace}/configmaps`,
    body: made(namespace, version),
    response: [200, made(namespace, version)],
  });
  const story = [open('', '/api/v1/configmaps'), posted('a', '1'), posted('ab', '2')];

  it('delivers events of each, with its name', () => {
    expect(
      judge(ofAllNamespaces, ...story, deliver('ADDED', made('a', '1')), deliver('ADDED', made('ab', '2')), end),
    ).toEqual(['held']);
    expect(
      judge(
        ofAllNamespaces,
        ...story,
        deliver('ADDED', made('ab', '2')),
        posted('b', '3'),
        deliver('ADDED', made('b', '3')),
        posted('c', '4'),
        deliver('ADDED', made('c', '4')),
        end,
      ),
    ).toContain('a namespace is left out');
    expect(
      judge(
        ofAllNamespaces,
        ...story,
        deliver('ADDED', made('a', '1')),
        deliver('ADDED', {
          ...made('a', '2'),
          metadata: { name: 'm', namespace: 'a', uid: 'u-ab', resourceVersion: '2' },
        }),
        end,
      ),
    ).toContain('tells of another namespace');
  });
});

describe('a watch with a field selector', () => {
  const opened = [
    create(map('m', '1')),
    create(map('mm', '2')),
    open('?fieldSelector=metadata.name!%3Dmm'),
    deliver('ADDED', map('m', '1')),
    patch('mm', map('mm', '3')),
    patch('m', map('m', '4')),
  ];

  it('delivers exactly the selected events', () => {
    expect(judge(fieldSelector, ...opened, deliver('MODIFIED', map('m', '4')), end)).toEqual(['held']);
    expect(
      judge(fieldSelector, ...opened, deliver('MODIFIED', map('mm', '3')), deliver('MODIFIED', map('m', '4')), end),
    ).toEqual(['shows what is not selected']);
    expect(judge(fieldSelector, ...opened, patch('m', map('m', '5')), deliver('MODIFIED', map('m', '5')), end)).toEqual(
      ['a selected change is not told'],
    );
  });

  it('is not refused', () => {
    expect(
      judge(fieldSelector, {
        send: `GET /api/v1/watch/namespaces/a/configmaps?fieldSelector=metadata.name%3Dm`,
        response: [400, { kind: 'Status' }],
      }),
    ).toEqual(['refused']);
  });
});

describe('a watch beside others that hang up', () => {
  const opened = [
    create(map('m', '1')),
    open(),
    deliver('ADDED', map('m', '1')),
    open('', MAPS, 'v'),
    patch('m', map('m', '2')),
    deliver('MODIFIED', map('m', '2')),
    { hangUp: 'v' } as const,
    patch('m', map('m', '3')),
  ];

  it('goes on', () => {
    expect(judge(outlives, ...opened, deliver('MODIFIED', map('m', '3')), ...fenced('4'), end)).toEqual(['held']);
    expect(judge(outlives, ...opened, ...fenced('4'), end)).toContain('a change is not told');
    expect(judge(outlives, ...opened, { cut: 'w' })).toContain('is cut when others hang up');
  });
});

describe('a watch that continues another after its timeout', () => {
  const ended = [
    create(map('m', '1')),
    list('1', map('m', '1')),
    open('?timeoutSeconds=1', MAPS, 'v'),
    deliver('ADDED', map('m', '1'), 'v'),
    patch('m', map('m', '2')),
    deliver('MODIFIED', map('m', '2'), 'v'),
    patch('m', map('m', '3')),
    { end: 'v' } as const,
    open('?resourceVersion=2'),
  ];

  it('delivers the missing events, and no earlier ones', () => {
    expect(judge(goesOnAfterTimeout, ...ended, deliver('MODIFIED', map('m', '3')), ...fenced('4'), end)).toEqual([
      'held',
    ]);
    expect(judge(goesOnAfterTimeout, ...ended, ...fenced('4'), end)).toContain('a change is not told');
    expect(
      judge(goesOnAfterTimeout, ...ended, deliver('ADDED', map('m', '1')), deliver('MODIFIED', map('m', '3')), end),
    ).toContain('older than its start');
  });
});

describe('many changes', () => {
  const versions = Array.from({ length: 260 }, (_, index) => `${index + 2}`);
  const writes = versions.map((version) => patch('m', map('m', version)));
  const events = versions.map((version) => deliver('MODIFIED', map('m', version)));
  const start = [create(map('m', '1')), open(), deliver('ADDED', map('m', '1'))];

  it('all reach a slow reader, in order', () => {
    expect(judge(slowReader, ...start, ...writes, ...events, end)).toEqual(['held']);
    expect(judge(slowReader, ...start, ...writes, ...events.toSpliced(100, 3), end)).toContain('a change is not told');
    expect(judge(slowReader, ...start, ...writes, ...events.slice(0, 20), { cut: 'w' })).toEqual(['held']);
  });

  it('are judged for slow readers only if a reader is slow', () => {
    expect(
      judge(slowReader, ...start, ...writes.flatMap((write, index) => [write, events[index] ?? end]), end),
    ).toEqual([]);
  });

  it('are delivered from an old version, or that version is refused', () => {
    const old = [create(map('m', '1')), ...writes, open('?resourceVersion=1')];
    expect(judge(oldVersion, ...old, ...events, end)).toEqual(['held']);
    expect(judge(oldVersion, ...old, ...events.slice(50), end)).toContain('a change is not told');
    expect(judge(oldVersion, ...old, deliver('ERROR', { kind: 'Status', code: 410 }), end)).toEqual(['held']);
    expect(
      judge(oldVersion, {
        send: `GET /api/v1/watch/namespaces/a/configmaps?resourceVersion=1`,
        response: [410, { kind: 'Status' }],
      }),
    ).toEqual(['held']);
  });

  it('by concurrent writers are delivered once each', () => {
    const pairs = Array.from({ length: 10 }, (_, index): Literal => ({
      together: [patch('m', map('m', `${2 * index + 3}`)), patch('n', map('n', `${2 * index + 4}`))] as never,
    }));
    const delivered = Array.from({ length: 10 }, (_, index) => [
      deliver('MODIFIED', map('m', `${2 * index + 3}`)),
      deliver('MODIFIED', map('n', `${2 * index + 4}`)),
    ]).flat();
    const burst = [
      create(map('m', '1')),
      create(map('n', '2')),
      open(),
      deliver('ADDED', map('m', '1')),
      deliver('ADDED', map('n', '2')),
      ...pairs,
    ];
    expect(judge(keepsUp, ...burst, ...delivered, end)).toEqual(['held']);
    expect(judge(keepsUp, ...burst, ...delivered.toSpliced(4, 1), end)).toContain('a change is not told');
    expect(judge(keepsUp, ...burst, ...delivered.toSpliced(4, 0, ...delivered.slice(3, 4)), end)).toContain(
      'an event is repeated',
    );
  });
});

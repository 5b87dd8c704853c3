import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { rule as appearanceIsAdded } from './appearance-is-added.rule.ts';
import { rule as carriesTheObject } from './carries-the-object-as-of-the-event.rule.ts';
import { rule as missesNothing } from './misses-nothing.rule.ts';
import { rule as startsToMatch } from './object-that-starts-to-match-appears.rule.ts';
import { rule as stopsMatching } from './object-that-stops-matching-is-removed.rule.ts';
import { rule as ofOneObject } from './of-one-object-tells-of-it-alone.rule.ts';
import { rule as selectorShows } from './selector-shows-only-what-matches.rule.ts';
import { rule as startsAfter } from './starts-after-its-version.rule.ts';
import { rule as streamType } from './stream-type-is-accepted.rule.ts';
import { rule as inOrder } from './tells-changes-in-order.rule.ts';
import { rule as nothingTwice } from './tells-nothing-twice.rule.ts';
import { rule as tellsRemovals } from './tells-removals.rule.ts';
import { MAPS, create, end, judge, map, open, patch, remove, deliver } from './watch-literals.fixture.ts';
import { rule as startsWithWhatExists } from './without-version-starts-with-what-exists.rule.ts';

describe('a watch that is requested by the stream type', () => {
  const response = (type: string): Literal[] => [
    {
      open: `GET ${MAPS.replace('/api/v1/', '/api/v1/watch/')}`,
      as: 'w',
      headers: [['Accept', 'application/json;stream=watch']],
      type,
    },
    deliver('ADDED', map('m', '1')),
    end,
  ];

  it('gets JSON, whose name may be written in any case', () => {
    expect(judge(streamType, ...response('Application/JSON; Charset=UTF-8;stream=watch'))).toEqual(['held']);
    expect(judge(streamType, ...response('application/jsonx'))).toEqual(['another media type']);
  });
});

describe('a change that was acknowledged while a watch was open', () => {
  const story = [
    create(map('m', '1')),
    open(),
    deliver('ADDED', map('m', '1')),
    patch('m', map('m', '2')),
    patch('m', map('m', '3')),
  ];

  it('is delivered', () => {
    expect(
      judge(missesNothing, ...story, deliver('MODIFIED', map('m', '2')), deliver('MODIFIED', map('m', '3')), end),
    ).toEqual(['held']);
  });

  it('is missed once a later one has been delivered without it', () => {
    expect(judge(missesNothing, ...story, deliver('MODIFIED', map('m', '3')), end)).toContain('a change is not told');
  });

  it('is not missed while no later one has been delivered, or if the server gave up', () => {
    expect(judge(missesNothing, ...story, deliver('MODIFIED', map('m', '2')), end)).toEqual(['held']);
    const gone = { kind: 'Status', apiVersion: 'v1', metadata: {}, code: 410 };
    expect(judge(missesNothing, ...story, deliver('MODIFIED', map('m', '2')), deliver('ERROR', gone), end)).toEqual([
      'held',
    ]);
    expect(judge(missesNothing, ...story, deliver('MODIFIED', map('m', '3')), deliver('ERROR', gone), end)).toContain(
      'a change is not told',
    );
  });

  it('is delivered, before the response or after it', () => {
    const [second, third] = [patch('m', map('m', '2')), patch('m', map('m', '3'))];
    const begun = [create(map('m', '1')), open(), deliver('ADDED', map('m', '1'))];
    expect(
      judge(missesNothing, ...begun, { together: [second], events: [deliver('MODIFIED', map('m', '2'))] }, end),
    ).toEqual(['held']);
    expect(
      judge(
        missesNothing,
        ...begun,
        { together: [second, third], events: [deliver('MODIFIED', map('m', '3'))] },
        create(map('n', '4')),
        deliver('ADDED', map('n', '4')),
        end,
      ),
    ).toContain('a change is not told');
  });

  it('is delivered in the order of the writes', () => {
    const both = [deliver('MODIFIED', map('m', '2')), deliver('MODIFIED', map('m', '3'))];
    expect(judge(inOrder, ...story, ...both, end)).toEqual(['held']);
    expect(judge(inOrder, ...story, ...both.toReversed(), end)).toEqual(['out of order']);
  });

  it('is delivered once', () => {
    expect(
      judge(nothingTwice, ...story, deliver('MODIFIED', map('m', '2')), deliver('MODIFIED', map('m', '2')), end),
    ).toEqual(['an event is repeated']);
  });

  it('is followed by one deletion, under whatever version', () => {
    const gone = (version: string): Literal => deliver('DELETED', map('m', version));
    const told = [...story, deliver('MODIFIED', map('m', '2')), deliver('MODIFIED', map('m', '3'))];
    expect(judge(nothingTwice, ...told, gone('4'), end)).toEqual(['held']);
    expect(judge(nothingTwice, ...told, gone('4'), gone('5'), end)).toEqual(['a deletion is repeated']);
    expect(judge(nothingTwice, ...told, gone('4'), deliver('ADDED', map('m', '5')), gone('6'), end)).toEqual(['held']);
  });

  it('is delivered with another type than ADDED', () => {
    expect(judge(appearanceIsAdded, ...story, deliver('MODIFIED', map('m', '2')), end)).toEqual(['held']);
    expect(judge(appearanceIsAdded, ...story, deliver('ADDED', map('m', '2')), end)).toEqual(['type of a change']);
  });

  it('is delivered with its new state', () => {
    const stale = { ...map('m', '2'), data: { version: '1' } };
    expect(judge(carriesTheObject, ...story, deliver('MODIFIED', map('m', '2')), end)).toEqual(['held']);
    expect(judge(carriesTheObject, ...story, deliver('MODIFIED', stale), end)).toEqual([
      'held',
      '/data/version differs',
    ]);
  });
});

describe('an appearance', () => {
  const list: Literal = {
    send: `GET ${MAPS}`,
    response: [200, { kind: 'ConfigMapList', metadata: { resourceVersion: '1' }, items: [map('m', '1')] }],
  };

  it('is none of an object that existed at the version of the watch', () => {
    const story = [create(map('m', '1')), list, patch('m', map('m', '2')), open('?resourceVersion=1')];
    expect(judge(appearanceIsAdded, ...story, deliver('MODIFIED', map('m', '2')), end)).toEqual(['held']);
    expect(judge(appearanceIsAdded, ...story, deliver('ADDED', map('m', '2')), end)).toEqual(['type of a change']);
  });

  it('is one of each new object that a selector selects', () => {
    const selected = [create(map('m', '1')), open('?fieldSelector=metadata.name%3Dn'), create(map('n', '2'))];
    expect(judge(appearanceIsAdded, ...selected, deliver('ADDED', map('n', '2')), end)).toEqual(['held']);
    expect(judge(appearanceIsAdded, ...selected, deliver('MODIFIED', map('n', '2')), end)).toEqual([
      'type of an appearance',
    ]);
  });
});

describe('an object whose create returns a later state, which a controller made', () => {
  const web = { tier: 'web' };
  const later = (query: string, ...events: readonly Literal[]): Literal[] => [
    create(map('l', '0', web)),
    open(query),
    deliver('ADDED', map('l', '0', web)),
    create(map('m', '2', web)),
    ...events,
    create(map('n', '3', web)),
    deliver('ADDED', map('n', '3', web)),
    end,
  ];

  it.each([
    ['appears', appearanceIsAdded, '', 'type of an appearance'],
    ['enters a selection', startsToMatch, '?labelSelector=tier%3Dweb', 'enters: type'],
  ])('%s as ADDED before', (_, rule, query, cause) => {
    const changed = deliver('MODIFIED', map('m', '2', web));
    expect(judge(rule, ...later(query, deliver('ADDED', map('m', '1', web)), changed))).toEqual(['held']);
    expect(judge(rule, ...later(query, changed))).toContain(cause);
  });
});

describe('a watch', () => {
  const list: Literal = {
    send: `GET ${MAPS}`,
    response: [200, { kind: 'ConfigMapList', metadata: { resourceVersion: '2' }, items: [map('m', '2')] }],
  };
  const before = [create(map('m', '1')), patch('m', map('m', '2')), list, patch('m', map('m', '3'))];

  it('from a version delivers later events and none before it', () => {
    const from = [...before, open('?resourceVersion=2')];
    expect(judge(startsAfter, ...from, deliver('MODIFIED', map('m', '3')), end)).toEqual(['held']);
    expect(
      judge(startsAfter, ...from, deliver('ADDED', map('m', '2')), deliver('MODIFIED', map('m', '3')), end),
    ).toContain('older than its start');
    expect(judge(startsAfter, ...from, patch('m', map('m', '4')), deliver('MODIFIED', map('m', '4')), end)).toContain(
      'a change is not told',
    );
  });

  it('from a version that a read and then a write of no change returned delivers what came between', () => {
    const marked: Literal = { send: `GET ${MAPS}/m`, response: [200, map('m', '2')] };
    const story = [create(map('m', '1')), create(map('n', '1')), patch('n', map('n', '3')), marked];
    const told = [deliver('MODIFIED', map('n', '3')), end];
    expect(judge(startsAfter, ...story, patch('m', map('m', '2')), open('?resourceVersion=2'), ...told)).not.toContain(
      'older than its start',
    );
  });

  it('from the version of a list delivers no DELETED event for earlier deletions', () => {
    const gone = [create(map('m', '1')), create(map('g', '1')), ...remove('g'), list, open('?resourceVersion=2')];
    expect(judge(startsAfter, ...gone, deliver('DELETED', map('g', '9')), end)).toEqual(['older than its start']);
    const again = map('g', '3', undefined, 'anew');
    expect(
      judge(
        startsAfter,
        ...gone,
        create(again),
        deliver('ADDED', again),
        ...remove('g'),
        deliver('DELETED', again),
        end,
      ),
    ).toEqual(['held']);
  });

  it('without a version begins with the existing objects, by snapshot or by history alike', () => {
    const from = [create(map('m', '1')), patch('m', map('m', '2')), open()];
    const fence = [
      create(map('n', '8')),
      deliver('ADDED', map('n', '8')),
      create(map('o', '9')),
      deliver('ADDED', map('o', '9')),
      end,
    ];
    expect(judge(startsWithWhatExists, ...from, deliver('ADDED', map('m', '2')), ...fence)).toEqual(['held']);
    expect(
      judge(
        startsWithWhatExists,
        ...from,
        deliver('ADDED', map('m', '1')),
        deliver('MODIFIED', map('m', '2')),
        ...fence,
      ),
    ).toEqual(['held']);
    expect(judge(startsWithWhatExists, ...from, ...fence)).toEqual(['existing object is missing']);
    expect(judge(startsWithWhatExists, ...from, deliver('MODIFIED', map('m', '2')), ...fence)).toEqual([
      'type of the first event',
    ]);
  });

  it('of one object delivers only its events', () => {
    const story = [
      create(map('m', '1')),
      open('', `${MAPS}/m`),
      deliver('ADDED', map('m', '1')),
      create(map('mm', '2')),
    ];
    expect(judge(ofOneObject, ...story, end)).toEqual(['held']);
    expect(judge(ofOneObject, ...story, deliver('ADDED', map('mm', '2')), end)).toEqual(['tells of another name']);
    const ofAnotherKind = { ...map('m', '2'), kind: 'Secret' };
    expect(judge(ofOneObject, ...story, deliver('MODIFIED', ofAnotherKind), end)).toContain('tells of another kind');
  });

  it('delivers DELETED events, whichever version they carry', () => {
    const story = [
      create(map('m', '1')),
      open(),
      deliver('ADDED', map('m', '1')),
      ...remove('m'),
      create(map('n', '5')),
    ];
    const fence = [deliver('ADDED', map('n', '5')), end];
    expect(judge(tellsRemovals, ...story, deliver('DELETED', map('m', '1')), ...fence)).toEqual(['held']);
    expect(judge(tellsRemovals, ...story, deliver('DELETED', map('m', '4')), ...fence)).toEqual(['held']);
    expect(judge(tellsRemovals, ...story, ...fence)).toEqual(['a removal is not told']);
  });
});

describe('a watch with a selector', () => {
  const web = { tier: 'web' };
  const from = [create(map('m', '1', web)), open('?labelSelector=tier%3Dweb'), deliver('ADDED', map('m', '1', web))];
  const fence = [create(map('n', '9', web)), deliver('ADDED', map('n', '9', web)), end];

  it('delivers a DELETED event for an object that leaves, with its last matching state or the new one', () => {
    const left = [...from, patch('m', map('m', '2'))];
    expect(judge(stopsMatching, ...left, deliver('DELETED', map('m', '1', web)), ...fence)).toEqual(['held']);
    expect(judge(stopsMatching, ...left, deliver('DELETED', map('m', '2')), ...fence)).toEqual(['held']);
    expect(judge(stopsMatching, ...left, ...fence)).toEqual(['leaving is not told']);
  });

  it('need not deliver that an object left before the existing objects were read', () => {
    const opened = [create(map('m', '1', web)), open('?labelSelector=tier%3Dweb')];
    const written = [patch('m', map('m', '2')), patch('m', map('m', '3', web))];
    const back = [deliver('ADDED', map('m', '3', web)), ...fence];
    expect(judge(stopsMatching, ...opened, ...written, ...back)).toEqual([]);
    expect(judge(stopsMatching, ...opened, ...written, deliver('ADDED', map('m', '1', web)), ...back)).toEqual([
      'leaving is not told',
    ]);
  });

  it('delivers an ADDED event for an object that comes back', () => {
    const back = [
      ...from,
      patch('m', map('m', '2')),
      deliver('DELETED', map('m', '1', web)),
      patch('m', map('m', '3', web)),
    ];
    expect(judge(startsToMatch, ...back, deliver('ADDED', map('m', '3', web)), ...fence)).toEqual(['held']);
    expect(judge(startsToMatch, ...back, deliver('MODIFIED', map('m', '3', web)), ...fence)).toContain('enters: type');
    expect(judge(startsToMatch, ...back, ...fence)).toContain('enters: not told');
  });

  it('need not deliver a write that may have changed nothing, and returned the initial state', () => {
    const again = { ...map('m', '2', web), data: { version: '1' } };
    const begun = [create(map('m', '1', web)), open('?labelSelector=tier%3Dweb'), deliver('ADDED', again)];
    expect(judge(startsToMatch, ...begun, patch('m', again), ...fence)).not.toContain('stays: type');
    expect(
      judge(startsToMatch, ...begun, patch('m', map('m', '3', web)), deliver('ADDED', map('m', '3', web)), ...fence),
    ).toContain('stays: type');
  });

  it('does not judge objects outside of the selection', () => {
    const outside = [...from, create(map('o', '3')), patch('o', map('o', '4'))];
    expect(judge(selectorShows, ...outside, ...fence)).toEqual(['held']);
    expect(judge(selectorShows, ...outside, deliver('ADDED', map('o', '4')), ...fence)).toEqual([
      'shows what is not selected',
    ]);
  });
});

describe('a delete after which a watch shows the object as waiting for the default grace period of its kind', () => {
  const deletion: Literal = {
    send: `DELETE ${MAPS}/a`,
    body: { propagationPolicy: 'Background' },
    response: [200, { kind: 'Status', status: 'Success', code: 200 }],
  };
  const waiting = (seconds: number): JsonObject => {
    const object = map('a', '3');
    const marks = { deletionTimestamp: '2026-01-01T00:00:01Z', deletionGracePeriodSeconds: seconds };
    return { ...object, metadata: { ...Object(object['metadata']), ...marks } };
  };
  const story = (shown: JsonObject): Literal[] => [
    open(),
    create(map('a', '1')),
    deliver('ADDED', map('a', '1')),
    patch('a', map('a', '2')),
    deliver('MODIFIED', map('a', '2')),
    deletion,
    deliver('MODIFIED', shown),
    create(map('b', '4')),
    deliver('ADDED', map('b', '4')),
  ];

  it('owes no DELETED event yet', () => {
    expect(judge(tellsRemovals, ...story(waiting(1)))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { rule as endsAtItsTimeout } from './ends-at-its-timeout.rule.ts';
import { rule as goesOnAlike } from './goes-on-alike-however-long-it-is-open.rule.ts';
import { rule as staysOpen } from './stays-open-for-changes.rule.ts';
import { create, end, judge, map, MAPS, open, patch, remove, deliver } from './watch-literals.fixture.ts';

const list = remove('absent');

describe('a watch that should stay open for changes', () => {
  const brief = (as: string): Literal[] => [open('', undefined, as), deliver('ADDED', map('m', '1'), as), { end: as }];

  it('may end at once, as long as another one does not', () => {
    expect(judge(staysOpen, create(map('m', '1')), ...brief('u'), ...brief('v'), ...list)).toEqual([]);
    const streaming = [
      open(),
      deliver('ADDED', map('m', '1')),
      patch('m', map('m', '2')),
      deliver('MODIFIED', map('m', '2')),
      end,
    ];
    expect(judge(staysOpen, create(map('m', '1')), ...brief('u'), ...brief('v'), ...brief('x'), ...streaming)).toEqual([
      'held',
    ]);
  });

  it('fails if each of three ends at once, while the server goes on', () => {
    const silent: Literal[] = [open('', undefined, 'x'), { end: 'x' }];
    const three = [create(map('m', '1')), ...brief('u'), ...brief('v'), ...silent];
    expect(judge(staysOpen, ...three, ...list)).toEqual(['every watch ends at once']);
    expect(judge(staysOpen, ...three)).toEqual([]);
  });

  it('may end at a different moment each time', () => {
    const later: Literal[] = Array.from({ length: 22 }, () => remove('absent')).flat();
    const spread = [...brief('u'), open('', undefined, 'x'), ...later, { end: 'x' }, ...brief('v')];
    expect(judge(staysOpen, create(map('m', '1')), ...spread, ...list)).toEqual([]);
  });

  it('may end each time with an event, as after a network that cuts streams', () => {
    const upon = (as: string): Literal[] => [
      open('', undefined, as),
      ...Array.from({ length: 12 }, () => deliver('ADDED', map('m', '1'), as)),
      { end: as },
    ];
    expect(judge(staysOpen, create(map('m', '1')), ...upon('u'), ...upon('v'), ...upon('x'), ...list)).toEqual([]);
  });
});

describe('a watch that ends at its timeout', () => {
  it('ends neither early nor within an event', () => {
    const asked = [create(map('m', '1')), open('?timeoutSeconds=1'), deliver('ADDED', map('m', '1'))];
    expect(judge(endsAtItsTimeout, ...asked, end)).toEqual(['ends early']);
    expect(judge(endsAtItsTimeout, ...asked, { event: 'w', frame: Buffer.from('{"type":"MODI') }, end)).toEqual([
      'ends within an event',
    ]);
  });

  it('ends in about that time, or after events that come as late', () => {
    const changed = map('m', '2');
    const timed = [
      create(map('m', '1')),
      open('?timeoutSeconds=1'),
      deliver('ADDED', map('m', '1')),
      patch('m', changed),
    ];
    const seconds: Literal[] = Array.from({ length: 1_000 }, () => remove('absent')).flat();
    expect(judge(endsAtItsTimeout, ...timed, deliver('MODIFIED', changed), ...seconds, end)).toEqual(['does not end']);
    expect(judge(endsAtItsTimeout, ...timed, ...seconds, deliver('MODIFIED', changed), end)).toEqual(['held']);
  });
});

describe('two watches that go on', () => {
  const [second, third] = [map('m', '2'), map('m', '3')];
  const story = [create(map('m', '1')), open(), deliver('ADDED', map('m', '1')), open('', MAPS, 'x')];
  const changes = (type: string): Literal[] => [
    patch('m', second),
    deliver('MODIFIED', second),
    patch('m', third),
    deliver('MODIFIED', third),
    deliver(type, third, 'x'),
  ];
  const ends: Literal[] = [end, { end: 'x' }];

  it('use the same event types: the one with another type fails, the other holds', () => {
    const before = deliver('ADDED', map('m', '1'), 'x');
    expect(judge(goesOnAlike, ...story, before, ...changes('MODIFIED'), ...ends)).not.toContain(
      'several types of changes',
    );
    expect(judge(goesOnAlike, ...story, before, ...changes('DELETED'), ...ends)).toContain('several types of changes');
  });
});

describe('a watch that goes on', () => {
  const story = [create(map('m', '1')), open(), deliver('ADDED', map('m', '1')), patch('m', map('m', '2'))];

  it('delivers each change as before', () => {
    expect(judge(goesOnAlike, ...story, deliver('MODIFIED', map('m', '2')), end)).toEqual(['held']);
    expect(judge(goesOnAlike, ...story, deliver('ADDED', map('m', '2')), end)).toContain('type of a change');
    expect(
      judge(
        goesOnAlike,
        ...story,
        deliver('MODIFIED', {
          ...map('m', '2'),
          metadata: { ...(map('m', '2')['metadata'] as object), name: 'other' },
        }),
        end,
      ),
    ).toContain('an event names another object');
  });

  it('delivers a deleted object completely', () => {
    const labelled = map('m', '1', { app: 'x' });
    const bare = { ...labelled, metadata: { ...(labelled['metadata'] as object), labels: {} } };
    const { data: _, ...halved } = labelled;
    const noted = { ...labelled, metadata: { ...(labelled['metadata'] as object), annotations: { by: 'us' } } };
    const gone = (object: JsonObject, before = labelled): readonly Literal[] => [
      create(before),
      open(),
      deliver('ADDED', before),
      ...remove('m'),
      deliver('DELETED', object),
      end,
    ];
    expect(judge(goesOnAlike, ...gone(labelled))).toEqual(['held']);
    expect(judge(goesOnAlike, ...gone(bare))).toContain('labels of a removed object');
    expect(judge(goesOnAlike, ...gone(halved))).toContain('data of a removed object');
    expect(judge(goesOnAlike, ...gone(labelled, noted))).toContain('annotations of a removed object');
  });

  it('lasts until its timeout', () => {
    expect(judge(goesOnAlike, create(map('m', '1')), open('?timeoutSeconds=1'), end)).toContain('ends early');
  });
});

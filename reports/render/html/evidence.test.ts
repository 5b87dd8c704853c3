import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { referenceDiff } from './reference-diff.ts';
import { type ShownExchange, shownExchanges } from './shown-exchange.ts';

interface Answered {
  readonly type?: string;
  readonly text?: string;
  readonly json?: unknown;
  /** Names of objects, each with an ADDED event; `null` for an event without an object. */
  readonly added?: readonly (string | null)[];
}

function added(name: string | null): unknown {
  return { type: 'ADDED', object: name === null ? {} : { metadata: { namespace: 'n', name } } };
}

/** One exchange of the case `p1-7`: a get, or a watch if it delivers events. */
function exchanged({ type = 'application/json', text, json, added: names }: Answered, id = 'p1-7'): HappeningLine[] {
  const at = { n: 1, t: 1, exchange: 1 };
  const target = names === undefined ? '/api/v1/pods' : '/api/v1/watch/pods';
  const body = text === undefined ? { json } : { text };
  return [
    { kind: 'request', ...at, method: 'GET', target, headers: [['X-Plumbline-Case', id]] },
    { kind: 'response', ...at, status: 200, headers: [['Content-Type', type]] },
    ...(names ?? []).map((name, index): HappeningLine => ({
      kind: 'event',
      ...at,
      index,
      body: { json: added(name?.replace('$ID', id) ?? null) },
    })),
    ...(names === undefined ? [{ kind: 'body' as const, ...at, body }] : []),
    { kind: 'end', ...at, reason: 'complete' },
  ];
}

function shown(answered: Answered): ShownExchange | undefined {
  return shownExchanges(exchanged(answered), [1])[0];
}

const namesIn = (exchange: ShownExchange | undefined): unknown[] =>
  (exchange?.wire.events ?? []).map(
    ({ json }) => (json as { object: { metadata: { name: string } } }).object.metadata.name,
  );

describe('the events of a watch on the page', () => {
  it('are those about objects of the case, and the count is of all', () => {
    const watch = shown({ added: ['other', '$ID-a', 'more', '$ID-b'] });
    expect(namesIn(watch)).toEqual(['p1-7-a', 'p1-7-b']);
    expect([watch?.events.length, watch?.delivered]).toEqual([2, 4]);
  });

  it('are all if none is about an object of the case, as in a recording', () => {
    expect(namesIn(shown({ added: ['other', 'more'] }))).toEqual(['other', 'more']);
  });

  it('are the first and the last of many', () => {
    const names = namesIn(shown({ added: Array.from({ length: 100 }, (_, index) => `$ID-${index}`) }));
    expect([names.length, names[0], names[19], names[20], names.at(-1)]).toEqual([
      40,
      'p1-7-0',
      'p1-7-19',
      'p1-7-80',
      'p1-7-99',
    ]);
  });
});

describe('the difference from the reference server', () => {
  function lines(ours: Answered, theirs: Answered, more: Partial<Violation> = {}): string[] | undefined {
    const violation = {
      transcript: exchanged(ours),
      reference: exchanged(theirs, 'p1-2'),
      ...more,
    } as unknown as Violation;
    const [exchange] = shownExchanges(violation.transcript, [1]);
    return exchange === undefined
      ? undefined
      : referenceDiff(violation)(exchange)?.map(({ sign, text }) => `${sign} ${text}`);
  }

  it('is that of the events of each object of the case', () => {
    const difference = lines({ added: ['other', '$ID-a'] }, { added: ['$ID-a', 'more', '$ID-b'] });
    expect(difference?.slice(0, 3)).toEqual(['  HTTP 200 application/json', '  {', '… 1 member is equal']);
    expect(difference).toContain('- "n/b": [');
    expect(difference?.join('\n')).not.toMatch(/other|more/);
  });

  it('compares lines if the bodies are other text', () => {
    const yaml = 'application/yaml';
    expect(lines({ type: yaml, text: 'a: 1\nname: p1-7-a\n' }, { type: yaml, text: 'a: 2\nname: p1-2-a\n' })).toEqual([
      '  HTTP 200 application/yaml',
      '- a: 2',
      '+ a: 1',
    ]);
  });

  it('is the media type alone if only one body is JSON', () => {
    expect(lines({ json: { a: 1 } }, { type: 'application/yaml', text: 'a: 1\n' })).toEqual([
      '- HTTP 200 application/yaml',
      '+ HTTP 200 application/json',
    ]);
  });
  it('is that of a watch with a timeline, but of no race', () => {
    const watches = [{ added: ['$ID-a'] }, { added: ['$ID-b'] }] as const;
    expect(lines(...watches, { timeline: ['a watch'] })).toContain('- "n/b": [');
    expect(lines(...watches, { intermittent: { failed: 1, sent: 2 } })).toBeUndefined();
    const [first, ...rest] = exchanged(watches[0]);
    const [beside = first, ...end] = exchanged({ json: {} }).map((line) => ({ ...line, exchange: 2 }));
    const transcript = [first, beside, ...rest, ...end].flatMap((line) => line ?? []);
    expect(lines(...watches, { transcript })).toContain('- "n/b": [');
    const writes = transcript.map((line) => (line.kind === 'request' ? { ...line, target: '/api/v1/pods' } : line));
    expect(lines(...watches, { transcript: writes })).toBeUndefined();
  });
});

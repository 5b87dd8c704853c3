import { describe, expect, it } from 'vitest';
import { redacting } from '../../../shared/exchange-log/redaction.ts';
import { compareValues } from './compare-values.ts';
import { Correspondence } from './correspondence.ts';
import type { Json } from './json-value.ts';
import { learnSent } from './redacted-secrets.ts';

/** A Secret in a recording, whose tokens are made with a key of the recording. */
function recorder(): (data: Record<string, string>) => Json {
  const redaction = redacting();
  return (data) => {
    const encoded = Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
    );
    const body = redaction.body(
      Buffer.from(JSON.stringify({ kind: 'Secret', metadata: { name: 's' }, data: encoded })),
      { target: '/api/v1/namespaces/a/secrets', mediaType: 'application/json' },
    );
    return 'json' in body ? (body.json as Json) : null;
  };
}

function kindsOf(expected: Json, actual: Json, correspondence: Correspondence): string[] {
  return compareValues(expected, actual, correspondence, 'exchange 1').map(({ kind, place }) => `${kind} at ${place}`);
}

describe('two recordings of Secrets', () => {
  it('are equal if equal secrets have equal tokens', () => {
    const [there, here] = [recorder(), recorder()];
    const correspondence = new Correspondence();
    expect(kindsOf(there({ k: 'one', l: 'two' }), here({ k: 'one', l: 'two' }), correspondence)).toEqual([]);
    expect(kindsOf(there({ k: 'two' }), here({ k: 'two' }), correspondence)).toEqual([]);
  });

  it('are equal if equal secrets that are JSON objects have equal tokens, else not', () => {
    const [there, here] = [recorder(), recorder()];
    const correspondence = new Correspondence();
    expect(kindsOf(there({ k: '{"a":1}' }), here({ k: '{"a":1}' }), correspondence)).toEqual([]);
    expect(kindsOf(there({ k: '{"a":1}' }), here({ k: '{"a":2}' }), correspondence)).toEqual(['identity at $.data.k']);
  });

  it('differ if a secret changed, or corresponds to two', () => {
    const [there, here] = [recorder(), recorder()];
    const correspondence = new Correspondence();
    expect(kindsOf(there({ k: 'one', l: 'two' }), here({ k: 'one', l: 'two' }), correspondence)).toEqual([]);
    expect(kindsOf(there({ k: 'one' }), here({ k: 'two' }), correspondence)).toEqual(['identity at $.data.k']);
    expect(kindsOf(there({ k: 'three' }), here({ k: 'one' }), correspondence)).toEqual(['identity at $.data.k']);
  });

  it('differ if one has no secret at all', () => {
    expect(
      kindsOf(
        recorder()({ k: 'one' }),
        { kind: 'Secret', metadata: { name: 's' }, data: { k: '' } },
        new Correspondence(),
      ),
    ).toEqual(['value at $.data.k']);
  });
});

describe('a recording beside a live server', () => {
  it('must show the sent tokens: a server that confuses two of them differs', () => {
    const there = recorder();
    const sent = JSON.stringify(there({ k: 'one', l: 'two' }));
    const correspondence = new Correspondence();
    learnSent(sent, sent, correspondence, 'exchange 1');
    expect(kindsOf(there({ k: 'one', l: 'two' }), there({ k: 'two', l: 'one' }), correspondence)).toEqual([
      'identity at $.data.k',
      'identity at $.data.l',
    ]);
  });

  it('may show secrets of its own making, if they stay the same', () => {
    const live = (value: string): Json => ({
      kind: 'Secret',
      metadata: { name: 's' },
      data: { k: Buffer.from(value).toString('base64') },
    });
    const there = recorder();
    const correspondence = new Correspondence();
    expect(kindsOf(there({ k: 'made' }), live('as I like'), correspondence)).toEqual([]);
    expect(kindsOf(there({ k: 'made' }), live('as I like'), correspondence)).toEqual([]);
    expect(kindsOf(there({ k: 'made' }), live('otherwise'), correspondence)).toEqual(['identity at $.data.k']);
  });
});

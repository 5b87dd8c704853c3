import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../exchange-log/exchange-log.ts';
import { sharedWords, type WordedViolation } from './violation-words.ts';

function violation(actual: string, body: string, target = '/api/v1/pods/r1-2-a', status = 200): WordedViolation {
  const request: HappeningLine = {
    kind: 'request',
    n: 1,
    t: 1,
    exchange: 7,
    method: 'PUT',
    target,
    headers: [['Content-Type', 'application/yaml']],
    body: { text: body },
  };
  const others = [
    { ...request, exchange: 8, method: 'DELETE' },
    { kind: 'response', n: 2, t: 2, exchange: 7, status, headers: [] } satisfies HappeningLine,
  ];
  return { expected: 'it is as sent', actual, transcript: [request, ...others], exchanges: [7] };
}

describe('the words of violations', () => {
  it('are those of the sentences and of the requests at issue', () => {
    expect(sharedWords([violation('/data/x is gone', '{"data": {"x": "100%"}}', '/x?watch=true')])).toEqual(
      [
        'as',
        'character:%',
        'content-type:application/yaml',
        'data',
        'gone',
        'is',
        'it',
        'member:data',
        'member:x',
      ].concat('method:PUT', 'query:watch', 'sent', 'status:200'),
    );
  });

  it('are those that all violations have, because the case decides the others', () => {
    const words = sharedWords([violation('x1-a lost', 'data:\n  a: 1'), violation('y2-b lost', 'data:\n  b: 1')]);
    expect(words).toContain('member:data');
    expect(words).toContain('lost');
    expect(words).not.toContain('member:a');
  });

  it('leave out the message of an error, because each server has its own', () => {
    expect(sharedWords([violation('500 "out of luck"', '', '/x', 500)])).toEqual([
      'as',
      'content-type:application/yaml',
      'is',
      'it',
      'method:PUT',
      'sent',
      'status:500',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { causesOf } from '../causes/causes-of.ts';
import { exampleLog } from '../tally/example-log.fixture.ts';
import { fold } from '../tally/fold.ts';
import { titleOf } from './cause-text.ts';

describe('the title of a cause', () => {
  const [cause] = causesOf(fold(exampleLog()));
  if (cause === undefined) throw new Error('the example has a failure');
  const like = { fault: 'stale-put-accepted', summary: 'a stale PUT overwrites', or: ['other-fault'] };

  it('is the sentence of a known fault if that is likely enough', () => {
    expect(titleOf({ ...cause, like: { ...like, confidence: 0.9 } })).toBe(
      'a stale PUT overwrites (like fault stale-put-accepted or other-fault, match 90 %)',
    );
  });

  it('says how many failing cases fail alike on a server with the fault, if some were sent there', () => {
    const tried = { cases: 9, alike: 8 };
    expect(titleOf({ ...cause, like: { ...like, confidence: 0.9, tried } })).toBe(
      'a stale PUT overwrites (like fault stale-put-accepted or other-fault, match 90 %, 8 of 9 cases alike)',
    );
  });

  it('is the failed rule if the known fault is only a guess', () => {
    expect(titleOf({ ...cause, like: { ...like, confidence: 0.5 } })).toBe(
      `failed rule: ${cause.lead.rule.title.replace(/\.$/, '')} (perhaps fault stale-put-accepted or other-fault, match 50 %)`,
    );
  });

  it('is the failed rule if most cases end in another way on a server with the fault', () => {
    const tried = { cases: 4, alike: 1 };
    expect(titleOf({ ...cause, like: { ...like, confidence: 0.995, tried } })).toBe(
      `failed rule: ${cause.lead.rule.title.replace(/\.$/, '')} (in part like fault stale-put-accepted or other-fault, 1 of 4 cases alike)`,
    );
  });

  it('names no fault if none is similar', () => {
    const { like: _, ...unknown } = cause;
    expect(titleOf(unknown)).toBe(`failed rule: ${cause.lead.rule.title.replace(/\.$/, '')}`);
  });
});

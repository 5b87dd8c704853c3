import { constant } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../spec/surface/operations.ts';
import { operationFor } from '../../spec/surface/operations.ts';
import type { Rule } from '../rules/rule.ts';
import { loopId, protobufId } from '../target/capabilities.ts';
import { obstacleTo } from './preconditions.ts';

const PODS = operationFor('pods', 'create') as Operation;

const RULE: Rule = {
  id: 'control-loops/a-sentence',
  level: 'must',
  title: 'A sentence.',
  cites: ['pod.scheduling'],
  operations: [PODS],
  cases: () => constant([]),
  check: () => [],
  loop: 'scheduler',
};

describe('a rule that applies only where a control loop acts', () => {
  it('is unsupported where none does, or where it was not looked', () => {
    const evidence = 'nothing acted on pods x within 2 s';
    expect(obstacleTo(RULE, PODS, { [loopId('scheduler')]: { offer: 'unsupported', evidence } })).toEqual({ verdict: 'unsupported', reason: evidence });
    expect(obstacleTo(RULE, PODS, {})).toEqual({ verdict: 'unsupported', reason: 'it was not looked whether the target runs control loops' });
    expect(obstacleTo(RULE, PODS, { [loopId('scheduler')]: { offer: 'offered' } })).toBeUndefined();
    expect(obstacleTo({ ...RULE, id: 'create/a-sentence', loop: 'jobs' }, PODS, { [loopId('scheduler')]: { offer: 'offered' } })?.verdict).toBe('unsupported');
  });
});

describe('a rule about protobuf', () => {
  const { loop: _, ...bare } = RULE;
  const rule: Rule = { ...bare, id: 'media-types/a-sentence', protobuf: 'bodies' };

  it('is unsupported where the target does not speak it, or where that was not tried', () => {
    const evidence = 'POST x answered 415';
    expect(obstacleTo(rule, PODS, { [protobufId('bodies')]: { offer: 'unsupported', evidence } })).toEqual({ verdict: 'unsupported', reason: evidence });
    expect(obstacleTo(rule, PODS, { [protobufId('answers')]: { offer: 'offered' } })?.verdict).toBe('unsupported');
    expect(obstacleTo(rule, PODS, { [protobufId('bodies')]: { offer: 'offered' } })).toBeUndefined();
  });
});

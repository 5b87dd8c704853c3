import { rule as plainCallsSucceed } from '../../../rules/world/plain-calls-succeed.rule.ts';
import { constant } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Operation, operationFor } from '../../../../spec/surface/operations.ts';
import { OWNERS } from '../../../rules/owners.ts';
import type { Rule } from '../../../rules/rule.ts';
import { type Capabilities, controllerId, protobufId } from '../../../target/capabilities.ts';
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
  needs: ['create', controllerId('scheduler')],
};

describe('a rule that needs a controller', () => {
  it('is unsupported if none acts, or if none was probed', () => {
    const evidence = 'nothing acted on pods x within 2 s';
    expect(obstacleTo(RULE, PODS, { [controllerId('scheduler')]: { offer: 'unsupported', evidence } })).toEqual({
      verdict: 'unsupported',
      reason: evidence,
    });
    expect(obstacleTo(RULE, PODS, {})).toEqual({
      verdict: 'unsupported',
      reason: 'the run did not look for this: scheduler controller',
    });
    expect(obstacleTo(RULE, PODS, { [controllerId('scheduler')]: { offer: 'offered' } })).toBeUndefined();
    expect(
      obstacleTo({ ...RULE, id: 'create/a-sentence', needs: [controllerId('jobs')] }, PODS, {
        [controllerId('scheduler')]: { offer: 'offered' },
      })?.verdict,
    ).toBe('unsupported');
  });
});

describe('a rule about protobuf', () => {
  const rule: Rule = { ...RULE, id: 'media-types/a-sentence', needs: [protobufId('bodies')] };

  it('is unsupported if the target does not speak it, or if that was not tried', () => {
    const evidence = 'POST x returned 415';
    expect(obstacleTo(rule, PODS, { [protobufId('bodies')]: { offer: 'unsupported', evidence } })).toEqual({
      verdict: 'unsupported',
      reason: evidence,
    });
    expect(obstacleTo(rule, PODS, { [protobufId('answers')]: { offer: 'offered' } })?.verdict).toBe('unsupported');
    expect(obstacleTo(rule, PODS, { [protobufId('bodies')]: { offer: 'offered' } })).toBeUndefined();
  });
});

describe('an operation whose plain call fails', () => {
  const { needs: _, ...rule } = RULE;
  const failing = (status?: number): Capabilities => ({
    [PODS.id]: { offer: 'failing', evidence: `POST x returned ${status}`, ...(status === undefined ? {} : { status }) },
  });

  it('blocks all rules on it except the one that owns such calls', () => {
    expect(obstacleTo(rule, PODS, failing(500))).toEqual({
      verdict: 'blocked',
      reason: 'blocked by create/legal-object-is-accepted: POST x returned 500',
      blockedBy: 'create/legal-object-is-accepted',
    });
    expect(obstacleTo(OWNERS.create, PODS, failing(500))).toBeUndefined();
  });

  it('blocks the rules that need it on other operations', () => {
    const list = operationFor('pods', 'list') as Operation;
    expect(obstacleTo({ ...rule, operations: [list] }, list, failing(500))?.blockedBy).toBe(
      'create/legal-object-is-accepted',
    );
  });

  it('blocks no rule by a conflict or a missing response, because other rules judge those', () => {
    expect(obstacleTo(rule, PODS, failing(409))).toBeUndefined();
    expect(obstacleTo(rule, PODS, failing())).toBeUndefined();
  });
});

describe('an operation of the tables that the target does not serve', () => {
  const { needs: _, ...rule } = RULE;
  const reason = 'the server does not serve this operation: POST x returned 404';
  const absent = (shown: boolean): Capabilities => ({
    [PODS.id]: { offer: 'absent', evidence: 'POST x returned 404', shown },
  });
  const unsupported = { verdict: 'unsupported', reason, blockedBy: 'world/plain-calls-succeed' };

  it("fails one rule, and makes every other rule unsupported with that rule's name", () => {
    expect(obstacleTo(plainCallsSucceed, PODS, absent(true))).toBeUndefined();
    expect(obstacleTo(rule, PODS, absent(true))).toEqual(unsupported);
    expect(obstacleTo(OWNERS.create, PODS, absent(true))).toEqual(unsupported);
  });

  it('is reported by the rule about streams of a watch', () => {
    const watch = operationFor('pods', 'watchList') as Operation;
    const lacking: Capabilities = { [watch.id]: { offer: 'absent', evidence: 'POST x returned 404', shown: true } };
    expect(obstacleTo(plainCallsSucceed, watch, lacking)?.blockedBy).toBe('watch/answers-a-stream');
    expect(obstacleTo(OWNERS.watchList, watch, lacking)).toBeUndefined();
  });

  it('is judged by no rule if no plain call can show it', () => {
    expect(obstacleTo(plainCallsSucceed, PODS, absent(false))).toEqual(unsupported);
  });

  it('makes the rules unsupported that need it on other operations', () => {
    const list = operationFor('pods', 'list') as Operation;
    expect(obstacleTo({ ...rule, operations: [list] }, list, absent(true))).toEqual({
      ...unsupported,
      reason: `needs ${PODS.id}: ${reason}`,
    });
  });
});

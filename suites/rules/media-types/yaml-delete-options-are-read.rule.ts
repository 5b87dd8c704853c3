import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { findingsAbout } from '../../checks/findings-about.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { ON_A_HOST } from '../delete/delete-cases.ts';
import { rule as bothOptions } from '../delete/both-propagation-options-are-refused.rule.ts';
import { rule as orphaning } from '../delete/orphan-keeps-dependants.rule.ts';
import { rule as preconditions } from '../delete/preconditions.rule.ts';
import { rule as zeroGrace } from '../delete/zero-grace-ends-a-longer-one.rule.ts';
import { dependant, referenceTo } from '../reference-to.ts';
import type { CheckContext, Finding, History, JsonObject, Program, Rule, Step } from '../rule.ts';
import { rule as negativeGrace } from '../validation/negative-grace-periods-are-refused.rule.ts';

export const rule: Rule = {
  id: 'media-types/yaml-delete-options-are-read',
  level: 'must',
  impact: 'data',
  negative: true,
  title:
    'Delete options in YAML are read: options that exclude each other and negative grace periods are refused, a grace period of zero ends a longer one, and orphaning keeps the dependants.',
  cites: [
    'media-types.requests.2',
    'errors.4',
    'parameters.delete.propagation-policy.2',
    'parameters.delete.grace-period-seconds.2',
    'limits.grace-period-seconds',
    'parameters.delete.propagation-policy.1',
    'other-shapes.delete-options.1',
  ],
  operations: OPERATIONS.filter(({ verb }) => verb === 'delete'),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const isOf = (judge: Rule): boolean => judge.operations.includes(operation);
    return fc.constant([
      ...refused(on),
      ...(isOf(zeroGrace) ? endedAtOnce(on) : []),
      ...(isOf(orphaning) ? orphaned(on) : []),
      ...(isOf(preconditions) ? onCondition(on) : []),
    ]);
  },
  check,
  sweep: true,
};

/** A delete with these options in YAML. */
const removeBy = (on: Steps, name: string, options: JsonObject): Step =>
  on.remove(name, { body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options }, contentType: YAML_TYPE });

/** Deletes with options that exclude each other, and with a negative grace period. */
function refused(on: Steps): Program {
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    removeBy(on, '{{a}}', { orphanDependents: false, propagationPolicy: 'Background' }),
    on.get('{{a}}'),
    removeBy(on, '{{a}}', { gracePeriodSeconds: -1 }),
    on.get('{{a}}'),
  ];
}

/** A delete with a grace period of zero of a pod that waits for its own. */
function endedAtOnce(on: Steps): Program {
  return [
    on.create({ $edit: minimalObject(on.maker, '{{g}}'), with: [ON_A_HOST] }),
    on.remove('{{g}}', { body: { gracePeriodSeconds: 600 } }),
    on.get('{{g}}'),
    removeBy(on, '{{g}}', { gracePeriodSeconds: 0 }),
    on.get('{{g}}'),
  ];
}

/** A delete of an owner that orphans its dependant. */
function orphaned(on: Steps): Program {
  return [
    on.create(minimalObject(on.maker, '{{owner}}'), { as: 'owner' }),
    on.create(dependant(on, '{{child}}', referenceTo(on.maker, '{{owner}}', 'owner'))),
    on.list(),
    removeBy(on, '{{owner}}', { propagationPolicy: 'Orphan' }),
    on.list(),
    on.get('{{child}}'),
  ];
}

/** A delete whose preconditions name another uid. */
function onCondition(on: Steps): Program {
  return [
    on.create(minimalObject(on.maker, '{{p}}')),
    on.get('{{p}}'),
    removeBy(on, '{{p}}', { preconditions: { uid: '11111111-2222-3333-4444-555555555555' } }),
    on.get('{{p}}'),
  ];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const judge of [bothOptions, negativeGrace, zeroGrace, orphaning, preconditions])
    yield* findingsAbout(history, (each) => requestType(each) === YAML_TYPE, judge.check(history, context));
}

import * as fc from 'fast-check';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { callsOf, sent } from '../../checks/answers.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { requestType, YAML_TYPE } from '../../checks/media-type.ts';
import { judgeRefusals } from '../../checks/refusals.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import { keyOf, worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';

export const rule: Rule = {
  id: 'media-types/yaml-delete-options-are-read',
  level: 'must',
  title: 'Delete options in YAML are read: those that may not go together are refused, and nothing is deleted.',
  cites: ['media-types.requests.2', 'errors.4', 'parameters.delete.propagation-policy.2'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'delete'),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', orphanDependents: false, propagationPolicy: 'Background' };
    return fc.constant([on.create(minimalObject(on.maker, '{{a}}')), on.remove('{{a}}', { body: options, contentType: YAML_TYPE }), on.get('{{a}}')]);
  },
  check,
  least: 1,
};

function check(history: History, { answers }: CheckContext): Iterable<Finding> {
  const deletes = callsOf(history.exchanges, 'delete').filter((exchange) => requestType(exchange) === YAML_TYPE);
  const contradictory = deletes.filter((exchange) => (at(sent(exchange), 'orphanDependents') ?? null) !== null && (at(sent(exchange), 'propagationPolicy') ?? null) !== null);
  return judgeRefusals(
    worldOf(history),
    contradictory.map((exchange) => ({
      exchange,
      key: keyOf(exchange.call.resource, exchange.call.namespace, exchange.call.name ?? ''),
      shape: 'orphanDependents with propagationPolicy, in YAML',
    })),
    answers,
  );
}

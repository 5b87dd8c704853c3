import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { isUnheeded } from '../../checks/delete/deletes.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { at } from '../../oracle/json.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, sent, observed, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'media-types/yaml-delete-options-are-read',
  level: 'must',
  impact: 'data',
  negative: true,
  title: 'Delete options in YAML are read: options that exclude each other are refused, and nothing is deleted.',
  cites: ['media-types.requests.2', 'errors.4', 'parameters.delete.propagation-policy.2'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'delete'),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const options = {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      orphanDependents: false,
      propagationPolicy: 'Background',
    };
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}')),
      on.remove('{{a}}', { body: options, contentType: YAML_TYPE }),
      on.get('{{a}}'),
    ]);
  },
  check,
  sweep: true,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete')) {
    const options = sent(exchange);
    const both = ['orphanDependents', 'propagationPolicy'].every((member) => (at(options, member) ?? null) !== null);
    if (!both || requestType(exchange) !== YAML_TYPE) continue;
    if (isUnheeded(exchange, context)) {
      yield observed(exchange, 'the options of this kind are not heeded');
      continue;
    }
    const key = keyCalled(exchange);
    yield* judgeRefusal(history, {
      exchange,
      key,
      what: 'a delete with orphanDependents and propagationPolicy in YAML',
      shape: 'both options, in YAML',
    });
  }
}

import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { fc } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { judgeRefusals, refusedIn, REFUSING } from './refused-in.ts';

export const rule: Rule = {
  id: 'media-types/yaml-refuses-what-json-does',
  level: 'must',
  impact: 'data',
  negative: true,
  sweep: true,
  title:
    'A YAML body is refused for the reasons for which a JSON body is: a forbidden value, a taken name, a replaced version, delete options that exclude each other.',
  cites: ['media-types.requests.1', 'errors.2', 'errors.4', 'errors.5.1'],
  operations: REFUSING,
  needs: ['create', 'get', 'list'],
  cases: (operation) => fc.constant(refusedIn({ contentType: YAML_TYPE }, operation)),
  check,
};

function check(history: History, context: CheckContext): Iterable<Finding> {
  return judgeRefusals(history, context, (exchange) => requestType(exchange) === YAML_TYPE);
}

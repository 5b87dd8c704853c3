import { requestType, YAML_TYPE } from '../../oracle/media-type.ts';
import { fc } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { judgeRefusals, refusedIn, REFUSING } from './refused-in.ts';

export const rule: Rule = {
  id: 'media-types/yaml-refuses-what-json-does',
  level: 'must',
  negative: true,
  sweep: true,
  title:
    'A body in YAML is refused for what refuses it in JSON: a value that the document forbids, a name that is taken, a version that was replaced, delete options that may not go together.',
  cites: ['media-types.requests.1', 'errors.2', 'errors.4', 'errors.5.1'],
  operations: REFUSING,
  needs: ['create', 'get', 'list'],
  cases: (operation) => fc.constant(refusedIn({ contentType: YAML_TYPE }, operation)),
  check,
};

function check(history: History, context: CheckContext): Iterable<Finding> {
  return judgeRefusals(history, context, (exchange) => requestType(exchange) === YAML_TYPE);
}

import {
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  STRATEGIC_MERGE_PATCH_TYPE,
  JSON_TYPE,
  YAML_TYPE,
} from '../../../spec/surface/media-types.ts';
import { isMalformed, judgeBodies, OBJECT_WRITES, STATUS_WRITES } from '../../checks/validation/bad-bodies.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { inTurn } from '../cases.ts';
import type { Operation, Program, Rule } from '../rule.ts';
import { attempt, WRITES_WITH_BODIES } from './writing-operations.ts';

/** Neither JSON nor YAML. */
const TEXTS = [
  '{"apiVersion": "v1", "metadata": ',
  '{"metadata": {"name": "{{a}}"}',
  '[1, 2',
  '"never closed',
  '{"a" "b"}',
];

export const rule: Rule = {
  id: 'validation/malformed-bodies-are-refused',
  level: 'must',
  negative: true,
  title: 'A body that is neither JSON nor YAML is refused and changes nothing.',
  cites: ['media-types.requests.2', 'parameters.write.body', 'errors.6'],
  operations: WRITES_WITH_BODIES,
  cases: (operation) => inTurn(...TEXTS).map((text) => inEveryType(operation, text)),
  check: (history) =>
    judgeBodies(history, [...OBJECT_WRITES, ...STATUS_WRITES], (exchange) =>
      isMalformed(exchange) ? `a malformed body as ${requestType(exchange)}` : undefined,
    ),
};

/** Sends the text with each media type of the operation, and reads the object each time. */
function inEveryType(operation: Operation, text: string): Program {
  const [first = JSON_TYPE, ...others] = typesFor(operation);
  const read = (contentType: string): Program => attempt(operation, {}, { text, contentType });
  return [...read(first), ...others.flatMap((contentType) => read(contentType).slice(-3))];
}

function typesFor({ verb }: Operation): string[] {
  return verb.startsWith('patch')
    ? [JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE]
    : [JSON_TYPE, YAML_TYPE];
}

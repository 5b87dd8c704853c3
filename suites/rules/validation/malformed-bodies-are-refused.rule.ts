import * as fc from 'fast-check';
import { isMalformed, judgeBodies } from '../../checks/bad-bodies.ts';
import { JSON_TYPE, requestType, YAML_TYPE } from '../../checks/media-type.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import { JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH } from '../steps.ts';
import type { Rule } from '../rule.ts';
import { attempt, WRITES } from './writing-operations.ts';

/** Neither JSON nor YAML. */
const TEXTS = ['{"apiVersion": "v1", "metadata": ', '{"metadata": {"name": "{{a}}"}', '[1, 2', '"never closed', '{"a" "b"}', '{"metadata": {"name": "{{a}}"}}}'];

export const rule: Rule = {
  id: 'validation/malformed-bodies-are-refused',
  level: 'must',
  title: 'A body that is neither JSON nor YAML is refused with a client error, and nothing is changed.',
  cites: ['media-types.requests.2', 'parameters.write.body', 'errors.6'],
  operations: WRITES,
  cases: (operation) => fc.tuple(fc.constantFrom(...TEXTS), fc.constantFrom(...typesFor(operation))).map(([text, contentType]) => attempt(operation, {}, { text, contentType })),
  check: (history, context) => judgeBodies(history, context, (exchange) => (isMalformed(exchange) ? `a malformed body as ${requestType(exchange)}` : undefined)),
};

function typesFor({ verb }: Operation): string[] {
  return verb === 'patch' ? [JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH] : [JSON_TYPE, YAML_TYPE];
}

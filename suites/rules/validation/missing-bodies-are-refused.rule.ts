import * as fc from 'fast-check';
import { bodyText, judgeBodies } from '../../checks/bad-bodies.ts';
import type { Rule } from '../rule.ts';
import { attempt, WRITES } from './writing-operations.ts';

export const rule: Rule = {
  id: 'validation/missing-bodies-are-refused',
  level: 'must',
  negative: true,
  title: 'A create, replace or patch without a body, which is required, is refused, and nothing is changed.',
  cites: ['parameters.write.body'],
  operations: WRITES,
  cases: (operation) => fc.constantFrom('', ' ').map((text) => attempt(operation, {}, { text })),
  check: (history, context) => judgeBodies(history, context, (exchange) => (bodyText(exchange).trim() === '' ? 'a request without a body' : undefined)),
  least: 2,
};

import { bodyText, judgeBodies, OBJECT_WRITES, STATUS_WRITES } from '../../checks/validation/bad-bodies.ts';
import { inTurn } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { attempt, WRITES_WITH_BODIES } from './writing-operations.ts';

export const rule: Rule = {
  id: 'validation/missing-bodies-are-refused',
  level: 'must',
  negative: true,
  title: 'A create, PUT or PATCH of an object or of its status without a body is refused and changes nothing.',
  cites: ['parameters.write.body'],
  operations: WRITES_WITH_BODIES,
  cases: (operation) => inTurn('', ' ').map((text) => attempt(operation, {}, { text })),
  check: (history) =>
    judgeBodies(history, [...OBJECT_WRITES, ...STATUS_WRITES], (exchange) =>
      bodyText(exchange).trim() === '' ? 'a request without a body' : undefined,
    ),
  least: 2,
};

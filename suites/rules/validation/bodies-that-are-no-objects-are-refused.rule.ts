import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { bodyText, isNoObject, judgeBodies, OBJECT_WRITES, STATUS_WRITES } from '../../checks/validation/bad-bodies.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { fc, inTurn } from '../cases.ts';
import type { Operation, Rule } from '../rule.ts';
import { attempt, WRITES_WITH_BODIES } from './writing-operations.ts';

export const rule: Rule = {
  id: 'validation/bodies-that-are-no-objects-are-refused',
  level: 'must',
  negative: true,
  title: 'A body that is a JSON array, string, number or boolean instead of an object is refused and changes nothing.',
  cites: ['parameters.write.body', 'what-the-service-does.components'],
  operations: WRITES_WITH_BODIES,
  cases: (operation) =>
    fc
      .tuple(inTurn('[]', '[{}]', '"text"', '42', 'true'), typeFor(operation))
      .map(([text, type]) => attempt(operation, {}, { text, ...type })),
  check: (history) =>
    judgeBodies(history, [...OBJECT_WRITES, ...STATUS_WRITES], (exchange) =>
      isNoObject(exchange) && !requestType(exchange).includes('json-patch')
        ? `a body that is ${bodyText(exchange).slice(0, 20)}`
        : undefined,
    ),
};

function typeFor({ verb }: Operation): fc.Arbitrary<{ contentType?: string }> {
  return verb.startsWith('patch')
    ? inTurn({ contentType: MERGE_PATCH_TYPE }, { contentType: STRATEGIC_MERGE_PATCH_TYPE })
    : fc.constant({});
}

import { expect, it } from 'vitest';
import type { StatusCauses } from '../causes.ts';
import { validateTaints } from './taint-validation.ts';

it.each<[object, string, string]>([
  [{ effect: 'NoSchedule' }, 'FieldValueInvalid', 'metadata.taints[1].key'],
  [{ key: 'a b', effect: 'NoSchedule' }, 'FieldValueInvalid', 'metadata.taints[1].key'],
  [{ key: 'a', value: 'b c', effect: 'NoSchedule' }, 'FieldValueInvalid', 'metadata.taints[1].value'],
  [{ key: 'a' }, 'FieldValueRequired', 'metadata.taints[1].effect'],
  [{ key: 'a', effect: 'Sometimes' }, 'FieldValueNotSupported', 'metadata.taints[1].effect'],
  [{ key: 'example.com/known', value: 'other', effect: 'NoExecute' }, 'FieldValueDuplicate', 'metadata.taints[1]'],
])('the taint %j is refused: %s %s', (taint, reason, field) => {
  const causes: StatusCauses = [];
  validateTaints(
    [
      { key: 'example.com/known', value: 'v', effect: 'NoExecute' },
      taint,
      { key: 'example.com/known', effect: 'NoSchedule' },
    ],
    causes,
  );
  expect(causes).toEqual([expect.objectContaining({ reason, field })]);
});

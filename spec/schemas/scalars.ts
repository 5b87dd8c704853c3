import type { Schemas } from './schema.ts';

/** Types that are one JSON value: times, quantities, numbers or percentages, embedded objects. */
export const SCALARS: Schemas = {
  'intstr.IntOrString': {
    type: ['integer', 'string'],
    'x-protobuf-message': {
      type: { number: 1, type: 'int64' },
      intVal: { number: 2, type: 'int32' },
      strVal: { number: 3, type: 'string' },
    },
  },
  'meta/v1.Time': {
    type: ['string', 'null'],
    format: 'date-time',
    'x-protobuf-message': { seconds: { number: 1, type: 'int64' }, nanos: { number: 2, type: 'int32' } },
  },
  'resource.Quantity': { type: ['string', 'number'], 'x-protobuf-message': { string: { number: 1, type: 'string' } } },
  'runtime.RawExtension': { type: 'object', 'x-protobuf-message': { raw: { number: 1, type: 'bytes' } } },
};

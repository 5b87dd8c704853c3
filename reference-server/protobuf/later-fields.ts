import type { Schema, TypeId } from '../../spec/schemas/schema.ts';

/** Fields that messages have had since later releases, and that their clients count on. */
export const LATER_FIELDS: Readonly<Record<TypeId, Readonly<Record<string, Schema>>>> = {
  'meta/v1.DeleteOptions': { dryRun: { type: 'array', items: { type: 'string' }, 'x-omit-empty': true, 'x-protobuf': { number: 5, type: 'string', repeated: true } } },
  'meta/v1.Preconditions': { resourceVersion: { type: 'string', 'x-omit-empty': true, 'x-pointer': true, 'x-protobuf': { number: 2, type: 'string' } } },
};

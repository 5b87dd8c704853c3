import { type Schema, schemaOf, stepInto, typeOfRef } from '../../spec/schemas/index.ts';
import { LATER_MEMBERS } from '../resources/later-members.ts';

/** The facts about a type that strategic merge needs. A value without a type is merged like a map. */
export interface MergeType {
  /** Whether a list is merged rather than replaced. */
  readonly merges: boolean;
  /** The member by which entries of a merged list match; absent for lists of primitives. */
  readonly mergeKey: string | undefined;
  readonly member: (name: string) => MergeType;
  readonly item: () => MergeType;
}

const UNKNOWN: MergeType = { merges: false, mergeKey: undefined, member: () => UNKNOWN, item: () => UNKNOWN };

const KNOWN = new WeakMap<Schema, MergeType>();

/** The type with that id in `spec/schemas`. */
export function mergeTypeOf(typeId: string): MergeType {
  return ofSchema(schemaOf(typeId));
}

function ofSchema(schema: Schema | undefined): MergeType {
  if (schema === undefined) return UNKNOWN;
  const known = KNOWN.get(schema);
  if (known !== undefined) return known;
  const type: MergeType = {
    merges: schema['x-patch-strategy']?.split(',').includes('merge') === true,
    mergeKey: schema['x-patch-merge-key'],
    member: (name) => ofSchema(stepInto(schema, name) ?? LATER_MEMBERS[typeOfRef(schema) ?? '']?.[name]),
    item: () => ofSchema(stepInto(schema, 0)),
  };
  KNOWN.set(schema, type);
  return type;
}

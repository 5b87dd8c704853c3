import { cached } from '../../../shared/cached.ts';
import { type Schema, schemaOf, SCHEMAS, type TypeId } from '../../../spec/schemas/index.ts';

/** How one value of a field is encoded. */
export type WireForm =
  | { readonly is: 'text' }
  | { readonly is: 'integer' }
  | { readonly is: 'truth' }
  | { readonly is: 'bytes' }
  /** A type with a scalar in JSON and a message on the wire, such as times and quantities. */
  | { readonly is: 'value'; readonly type: TypeId }
  | { readonly is: 'message'; readonly type: TypeId };

/** A field of a message, and its member in JSON. */
export interface ProtobufMember {
  readonly number: number;
  /** `undefined` for a message whose members are inlined in the surrounding JSON object. */
  readonly member: string | undefined;
  readonly form: WireForm;
  /** One value, a list of values, or a map with text keys. */
  readonly many: 'one' | 'list' | 'map';
}

/** The fields of a message, sorted by number. */
export type Layout = readonly ProtobufMember[];

const LAYOUTS = new Map<TypeId, Layout>();

/**
 * The message layout of a type, by the field numbers of its schema. `kind` and `apiVersion` have no field number,
 * because the envelope names the type.
 *
 *     core/v1.ConfigMap -> 1 metadata, 2 data
 *     core/v1.Volume    -> 1 name, 2 (the message of the volume source, whose members are the volume's own in JSON)
 */
export function layoutOf(type: TypeId): Layout {
  return cached(LAYOUTS, type, () => layoutFrom(schemaOf(type)));
}

function layoutFrom({ properties = {}, 'x-inlines': inlines = {} }: Schema): Layout {
  const own = Object.entries(properties).flatMap(([member, schema]) =>
    schema['x-inlined-from'] === undefined ? memberOf(member, schema) : [],
  );
  const inlined = Object.entries(inlines).map(([type, { number }]): ProtobufMember => ({
    number,
    member: undefined,
    form: { is: 'message', type },
    many: 'one',
  }));
  return [...own, ...inlined].toSorted((a, b) => a.number - b.number);
}

/** Skips a member whose wire type no schema states; such a member is neither read nor written. */
function memberOf(member: string, { 'x-protobuf': field }: Schema): ProtobufMember[] {
  if (field === undefined) return [];
  const value = /^map<string,(.+)>$/.exec(field.type)?.[1];
  const form = formOf(value ?? field.type);
  return form === undefined
    ? []
    : [
        {
          number: field.number,
          member,
          form,
          many: value !== undefined ? 'map' : field.repeated === true ? 'list' : 'one',
        },
      ];
}

const SCALARS: ReadonlyMap<string, WireForm> = new Map<string, WireForm>([
  ['string', { is: 'text' }],
  ['int32', { is: 'integer' }],
  ['int64', { is: 'integer' }],
  ['bool', { is: 'truth' }],
  ['bytes', { is: 'bytes' }],
]);

function formOf(type: string): WireForm | undefined {
  const scalar = SCALARS.get(type);
  if (scalar !== undefined || !Object.hasOwn(SCHEMAS, type)) return scalar;
  return { is: schemaOf(type)['x-protobuf-message'] === undefined ? 'message' : 'value', type };
}

/** Id of a type, as in `core/v1.Pod`, `meta/v1.ObjectMeta`, `resource.Quantity`. */
export type TypeId = string;

/** A field of a protobuf message. The wire type follows from `type`. */
export interface ProtobufField {
  readonly number: number;
  /** A proto2 scalar, a type id, or `map<string,T>`. */
  readonly type: string;
  readonly repeated?: true;
}

/**
 * A node of JSON Schema (2020-12): of a type, of a member, of the elements of an array or the values of a map. The
 * members of a type stand in serialization order.
 */
export interface Schema {
  /** `#/$defs/core~1v1.Container`: a JSON pointer into `SCHEMA_DOCUMENT`. */
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  /** `int32`, `int64`, `date-time`, `byte` (base64). */
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  /** The schema of the values of a map. */
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Values with a defined meaning; other values are legal too. */
  readonly 'x-known-values'?: readonly string[];
  /**
   * How clients build a strategic merge patch of the member, as a list of `merge` and `retainKeys`. Without `merge` a
   * list is replaced; with `retainKeys` clients name by `$retainKeys` every key that stays in the object, or in each
   * element.
   */
  readonly 'x-patch-strategy'?: string;
  /** The member by which elements of a merged list are matched; absent on lists of scalars. */
  readonly 'x-patch-merge-key'?: string;
  readonly 'x-protobuf'?: ProtobufField;
  /** Left out of responses when empty. */
  readonly 'x-omit-empty'?: true;
  /** An explicit zero differs from an absent member. */
  readonly 'x-pointer'?: true;
  /** The types whose members this type inlines in JSON; in protobuf they are messages of their own. */
  readonly 'x-inlines'?: Readonly<Record<TypeId, ProtobufField>>;
  /** The inlined type that defines this member. */
  readonly 'x-inlined-from'?: TypeId;
  /** The fields of the message that carries this scalar in protobuf. */
  readonly 'x-protobuf-message'?: Readonly<Record<string, ProtobufField>>;
}

export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** Schemas by type id. */
export type Schemas = Readonly<Record<TypeId, Schema>>;

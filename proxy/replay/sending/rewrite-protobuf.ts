import { SCHEMAS, type TypeId } from '../../../spec/schemas/index.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import type { Correspondence } from '../../diff/values/correspondence.ts';
import type { NamespaceNames } from '../../diff/exchanges/namespace-map.ts';
import { type BendField, bendMessage, bendObject, kindOf } from '../../log/bend-protobuf.ts';

/** The mapping of recorded identities and namespaces. */
export interface Rewriting {
  readonly correspondence: Correspondence;
  readonly names: NamespaceNames;
}

const METADATA: TypeId = 'meta/v1.ObjectMeta';
/** The schemas of bodies by kind, whatever their version. Their metadata and references have the same field numbers. */
const TYPES: ReadonlyMap<string | undefined, TypeId> = new Map([
  ...RESOURCES.map(({ kind, schema }) => [kind, schema] as const),
  ['DeleteOptions', 'meta/v1.DeleteOptions'],
]);

/** An object in protobuf with the namespaces, uids, versions and generated names of the live server. */
export function rewrittenProtobuf(bytes: Buffer, rewriting: Rewriting): Buffer {
  const kind = kindOf(bytes);
  const type = TYPES.get(kind);
  return type === undefined ? bytes : bendObject(bytes, rewrittenFields(type, rewriting, kind === 'Namespace'));
}

/** Rewrites the texts in a message of this type, and the messages in it. */
function rewrittenFields(type: TypeId, rewriting: Rewriting, isNamespace: boolean): BendField {
  const members = new Map(
    Object.entries(SCHEMAS[type]?.properties ?? {}).flatMap(([member, schema]) =>
      schema['x-protobuf'] === undefined || schema['x-inlined-from'] !== undefined
        ? []
        : [[schema['x-protobuf'].number, { member, type: schema['x-protobuf'].type }] as const],
    ),
  );
  return ([number, value]) => {
    const field = members.get(number);
    if (field?.type === 'string') {
      const text = Buffer.from(value).toString('utf8');
      const named = field.member === 'namespace' || (field.member === 'name' && isNamespace && type === METADATA);
      const rewritten = rewrittenText(field.member, text, rewriting, named);
      return [[number, rewritten === text ? value : Buffer.from(rewritten)]];
    }
    if (field === undefined || !Object.hasOwn(SCHEMAS, field.type)) return [[number, value]];
    return [[number, bendMessage(value, rewrittenFields(field.type, rewriting, isNamespace))]];
  };
}

/** `named`: the text is the name of a namespace. */
function rewrittenText(member: string, text: string, { correspondence, names }: Rewriting, named: boolean): string {
  if (named) return names.get(text) ?? text;
  if (member === 'uid') return correspondence.actualOf('uid', '', text) ?? text;
  if (member === 'resourceVersion') return correspondence.actualOf('version', '', text) ?? text;
  return correspondence.translated(text);
}

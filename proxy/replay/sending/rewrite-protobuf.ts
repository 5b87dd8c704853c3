import { SCHEMAS, type TypeId } from '../../../spec/schemas/index.ts';
import type { Correspondence } from '../../diff/values/correspondence.ts';
import type { NamespaceNames } from '../../diff/exchanges/namespace-map.ts';
import {
  apiVersionOf,
  type BendField,
  bendMessage,
  bendObject,
  kindOf,
  within,
} from '../../../shared/protobuf/bend-message.ts';

/** The mapping of recorded identities and namespaces. */
export interface Rewriting {
  readonly correspondence: Correspondence;
  readonly names: NamespaceNames;
}

const METADATA: TypeId = 'meta/v1.ObjectMeta';
/** The field of the metadata of every object. */
const OWN_METADATA = 1;
/** Types that are no objects, so their first field is no metadata. */
const BARE: ReadonlyMap<string, TypeId> = new Map([['DeleteOptions', 'meta/v1.DeleteOptions']]);

/**
 * An object in protobuf with the namespaces, uids, versions and generated names of the live server: everywhere in an
 * object whose type has a schema, in the metadata of every other object.
 */
export function rewrittenProtobuf(bytes: Buffer, rewriting: Rewriting): Buffer {
  const kind = kindOf(bytes) ?? '';
  const isNamespace = kind === 'Namespace';
  const type = BARE.get(kind) ?? schemaOf(apiVersionOf(bytes) ?? '', kind);
  return bendObject(
    bytes,
    type === undefined
      ? within(OWN_METADATA, rewrittenFields(METADATA, rewriting, isNamespace))
      : rewrittenFields(type, rewriting, isNamespace),
  );
}

/**
 * The schema of a kind of that group in any version, because versions share the numbers of their fields. Kinds of
 * `apps` were in `extensions` first.
 */
function schemaOf(apiVersion: string, kind: string): TypeId | undefined {
  const group = apiVersion.includes('/') ? apiVersion.split('/', 1)[0] : 'core';
  const groups = group === 'apps' ? ['apps', 'extensions'] : [group];
  const types = Object.keys(SCHEMAS).filter((type) => type.endsWith(`.${kind}`));
  return groups.flatMap((each) => types.filter((type) => type.startsWith(`${each}/`)))[0];
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

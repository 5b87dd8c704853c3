import { refTo } from '../../../spec/schemas/refs.ts';
import type { Schema, TypeId } from '../../../spec/schemas/schema.ts';
import { SCHEMAS } from '../../../spec/schemas/schemas.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { specFor } from '../../resources/values/hidden-members.ts';
import { propertiesOf, type ServedMembers } from '../../resources/later-members.ts';
import { isSelectingOwner } from '../../resources/template-owner.ts';

const LATER = 'apps/v1.';

/** The type of a resource in descriptions: for workloads of `apps/v1` a type of its own, else that of its objects. */
export function describedType(resource: Resource): TypeId {
  return isSelectingOwner(resource) ? LATER + resource.kind : resource.schema;
}

/** Whether descriptions have the type. */
export function isDescribed(type: TypeId): boolean {
  return type.startsWith(LATER) || Object.hasOwn(SCHEMAS, type);
}

/** Every described type with the served members. */
export function describedTypes(resources: readonly Resource[], served: ServedMembers): [TypeId, Schema][] {
  const stored = Object.entries(SCHEMAS).map(([type, schema]): [TypeId, Schema] => [
    type,
    withServed(type, schema, served),
  ]);
  return [...stored, ...resources.filter(isSelectingOwner).flatMap((resource) => laterTypes(resource, served))];
}

function withServed(type: TypeId, schema: Schema, served: ServedMembers): Schema {
  return schema.properties === undefined ? schema : { ...schema, properties: propertiesOf(type, schema, served) };
}

/** A workload of `apps/v1`, its list and its spec, which requires a selector and lacks members of older group-versions. */
function laterTypes(resource: Resource, served: ServedMembers): [TypeId, Schema][] {
  const type = describedType(resource);
  const stored = (suffix: string): Schema =>
    withServed(resource.schema + suffix, SCHEMAS[resource.schema + suffix] ?? {}, served);
  const { properties, ...spec } = stored('Spec');
  return [
    [type, withMember(stored(''), 'spec', { $ref: refTo(`${type}Spec`) })],
    [`${type}List`, withMember(stored('List'), 'items', { type: 'array', items: { $ref: refTo(type) } })],
    [
      `${type}Spec`,
      {
        ...spec,
        properties: specFor(resource, properties) as Readonly<Record<string, Schema>>,
        required: ['selector', ...(spec.required ?? [])],
      },
    ],
  ];
}

function withMember(schema: Schema, name: string, member: Schema): Schema {
  return { ...schema, properties: { ...schema.properties, [name]: member } };
}

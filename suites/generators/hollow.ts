import type { TypeId } from '../../spec/schemas/index.ts';
import { isObject, type Json, type JsonObject } from '../oracle/json.ts';
import type { Field } from '../oracle/values/field.ts';
import { fieldOf } from '../oracle/values/schema-fields.ts';

/** How a patch is hollow. */
interface Hollowing {
  readonly isStrategic: boolean;
  /** Which objects are empty: those that hold no others, or each that holds no merged list. */
  readonly empty: 'innermost' | 'outermost';
}

/**
 * A patch that names the objects of an object and changes nothing: they are empty, or hold only such objects. In a
 * strategic merge patch also merged lists, empty or with elements that have their merge keys and such objects.
 *
 *     { spec: { hostAliases: [{ ip: '::1' }], containers: [{ name: 'c', args: ['x'], resources: { limits: { cpu: '1' } } }] } }
 *     strategic, innermost   ->   { spec: { hostAliases: [], containers: [{ name: 'c', resources: { limits: {} } }] } }
 *     strategic, outermost   ->   { spec: { hostAliases: [], containers: [{ name: 'c', resources: {} }] } }
 *     merge                  ->   { spec: {} }
 */
export function hollow(object: JsonObject, schema: TypeId, way: Hollowing): JsonObject {
  return hollowObject(object, fieldOf(schema), way);
}

function hollowObject(object: JsonObject, field: Field, way: Hollowing): JsonObject {
  const members = Object.entries(object).flatMap(([name, inner]): [string, Json][] => {
    const hollowed = hollowMember(inner, field.member(name), way);
    return hollowed === undefined ? [] : [[name, hollowed]];
  });
  return Object.fromEntries(members);
}

function hollowMember(value: Json, field: Field, way: Hollowing): Json | undefined {
  if (isObject(value)) {
    const hollowed = hollowObject(value, field, way);
    return way.empty === 'innermost' || hasList(hollowed) ? hollowed : {};
  }
  const { mergeKey } = field;
  if (!Array.isArray(value) || !way.isStrategic || mergeKey === undefined) return undefined;
  return (value as readonly Json[])
    .filter(isObject)
    .map((element) => ({ [mergeKey]: element[mergeKey] ?? null, ...hollowObject(element, field.element(), way) }))
    .filter((element) => Object.keys(element).length > 1);
}

function hasList(value: Json): boolean {
  return Array.isArray(value) || (isObject(value) && Object.values(value).some(hasList));
}

import { resolved, type Schema, schemaOf } from '../../../../spec/schemas/index.ts';
import { isObject } from '../../bend.ts';
import { type MemberPlace, sampleOf } from './member-place.ts';
import { spotsIn } from './pattern.ts';

/** The next member of the same type beside this one whose value in the sample differs. */
export function siblingOf({ resource, pattern, turns, type, member, schema }: MemberPlace): string | undefined {
  const [spot] = spotsIn(sampleOf(resource, turns[0]), pattern);
  if (spot === undefined) return undefined;
  const own = JSON.stringify(spot.value);
  const names = Object.keys(schemaOf(type).properties ?? {});
  const others = [...names.slice(names.indexOf(member) + 1), ...names.slice(0, names.indexOf(member))];
  return others.find(
    (other) =>
      Object.hasOwn(spot.owner, other) &&
      JSON.stringify(spot.owner[other]) !== own &&
      isFree(spot.value) &&
      sameSchema(schema, schemaOf(type).properties?.[other] ?? {}),
  );
}

/** Whether the schemas allow two members the same values. */
function sameSchema(one: Schema, other: Schema): boolean {
  return essence(one) === essence(other);
}

function essence(schema: Schema): string {
  const { type, format, enum: words } = resolved(schema);
  return JSON.stringify([
    type,
    format,
    words,
    schema.$ref,
    schema.items?.$ref,
    schema.items?.type,
    schema.additionalProperties?.type,
  ]);
}

/** Texts have a form of their own in most members, so only numbers, booleans, objects, lists and maps are exchanged. */
function isFree(value: unknown): boolean {
  return typeof value !== 'string' && (typeof value !== 'object' || isObject(value) || Array.isArray(value));
}

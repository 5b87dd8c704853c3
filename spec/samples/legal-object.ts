import type { Schema, TypeId } from '../schemas/schema.ts';
import { resolved, schemaOf } from '../schemas/lookup.ts';
import { typeOfRef } from '../schemas/refs.ts';
import type { Resource } from '../surface/resources.ts';
import { LEGAL, type Legal } from './legal-values.ts';
import { ONE_OF } from './one-of.ts';
import { indexOf, type SamplePosition, type SampleValue, type ValueObject } from './sample-position.ts';

export interface SampleOptions {
  readonly name: string;
  readonly namespace: string;
  /** Whether workload controllers must have nothing to do for the object; default no. */
  readonly quiet?: boolean;
}

/**
 * A legal object of the resource with every member that clients may set. Each list has two elements or more. If a
 * type has exactly one of several members, each alternative occurs. Each turn takes the next legal value of each
 * member: turns 0 and 1 differ if a member has two legal values.
 */
export function legalObject(
  resource: Resource,
  turn: number,
  { name, namespace, quiet = false }: SampleOptions,
): ValueObject {
  const place: SamplePosition = { resource, name, namespace, turn, path: [], quiet };
  const object = membersOf(resource.schema, place, (member) => member !== 'status');
  return { ...object, apiVersion: resource.apiVersion, kind: resource.kind };
}

/** A legal status of the resource, made in the same way; `undefined` for resources without a status. */
export function legalStatus(
  resource: Resource,
  turn: number,
  { name, namespace, quiet = false }: SampleOptions,
): ValueObject | undefined {
  if (!resource.hasStatus) return undefined;
  const place: SamplePosition = { resource, name, namespace, turn, path: [], quiet };
  return membersOf(resource.schema, place, (member) => member === 'status')['status'] as ValueObject | undefined;
}

type ChosenMembers = ReadonlyMap<TypeId, string>;

const NONE: ChosenMembers = new Map();

function objectOf(type: TypeId, place: SamplePosition, chosen: ChosenMembers): ValueObject {
  const alternatives = ONE_OF[type];
  if (alternatives === undefined) return membersOf(type, place, () => true, chosen);
  const one = chosen.get(type) ?? alternatives[(place.turn + indexOf(place)) % alternatives.length];
  return membersOf(type, place, (member) => !alternatives.includes(member) || member === one, chosen);
}

/** The members of a type that pass, each with a value. */
function membersOf(
  type: TypeId,
  place: SamplePosition,
  passes: (member: string) => boolean,
  chosen: ChosenMembers = NONE,
): ValueObject {
  const members: Record<string, SampleValue> = {};
  for (const [number, [member, schema]] of Object.entries(schemaOf(type).properties ?? {}).entries()) {
    if (!passes(member)) continue;
    const path = [...place.path, member];
    const value = memberOf(`${type}.${member}`, schema, { ...place, path }, chosen, number);
    if (value !== undefined) members[member] = value;
  }
  return members;
}

function memberOf(
  key: string,
  schema: Schema,
  place: SamplePosition,
  chosen: ChosenMembers,
  number: number,
): SampleValue | undefined {
  const legal = LEGAL[key];
  return legal === undefined ? valueOf(schema, place, chosen, number) : chosenFrom(legal, place);
}

function chosenFrom(legal: Legal, place: SamplePosition): SampleValue | undefined {
  return typeof legal === 'function' ? legal(place) : legal[(place.turn + indexOf(place)) % legal.length];
}

/**
 * A value that the schema alone allows. `number` is the position of the member in its type; it makes siblings
 * differ.
 */
function valueOf(
  schema: Schema,
  place: SamplePosition,
  chosen: ChosenMembers,
  number: number,
): SampleValue | undefined {
  const type = typeOfRef(schema);
  const here = resolved(schema);
  if (here.items !== undefined) return listOf(here.items, place, number);
  if (here.properties !== undefined && type !== undefined) return objectOf(type, place, chosen);
  if (here.additionalProperties !== undefined) return { first: `value ${place.turn}`, second: 'value' };
  return scalarOf(here, type, place, number);
}

function scalarOf(schema: Schema, type: TypeId | undefined, place: SamplePosition, number: number): SampleValue {
  const turn = place.turn + indexOf(place);
  if (schema.enum !== undefined) return schema.enum[turn % schema.enum.length] ?? '';
  // The seconds of the later year have more than 31 bits.
  if (schema.format === 'date-time')
    return `${place.turn % 2 === 0 ? 2017 : 2040}-01-02T03:04:${String((number + 10 * (turn % 5)) % 60).padStart(2, '0')}Z`;
  if (type === 'resource.Quantity') return `${turn + 1}Gi`;
  if (type === 'intstr.IntOrString' || schema.type === 'integer') return number * 2 + 1 + turn;
  if (schema.type === 'boolean') return (turn + number) % 2 === 0;
  return `${(place.path.findLast((step) => !/^\d+$/.test(step)) ?? 'value').toLowerCase()}-${turn}`;
}

function listOf(items: Schema, place: SamplePosition, number: number): readonly SampleValue[] {
  const type = typeOfRef(items);
  const choices = type === undefined ? [NONE] : choicesOf(type);
  const elements = choices.length > 1 ? choices : [NONE, NONE];
  return elements.flatMap((chosen, index): SampleValue[] => {
    const value = valueOf(items, { ...place, path: [...place.path, String(index)] }, chosen, number);
    return value === undefined ? [] : [value];
  });
}

/** Each way to choose among alternative members, of this type and of the types below it. */
function choicesOf(type: TypeId): readonly ChosenMembers[] {
  const alternatives = ONE_OF[type];
  if (alternatives === undefined) return [NONE];
  return alternatives.flatMap((member) => {
    const below = typeOfRef(schemaOf(type).properties?.[member] ?? {});
    const inner = below === undefined ? [NONE] : choicesOf(below);
    return inner.map((chosen) => new Map([...chosen, [type, member]]));
  });
}

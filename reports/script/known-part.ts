import { RESOURCES } from '../../spec/surface/resources.ts';
import { resolved, type Schema, schemaOf, stepInto } from '../../spec/schemas/index.ts';
import { member } from './content.ts';
import type { WireExchange } from './wire-case.ts';

/**
 * An object without the members that its type in the document lacks: servers may add members of their own or of later
 * releases. Events and lists are read by their objects; values of unknown kinds stay whole.
 *
 *     { kind: "ConfigMap", metadata: { name: "a", managedFields: [...] } }   ->   { kind: "ConfigMap", metadata: { name: "a" } }
 */
export function knownPart(value: unknown): unknown {
  return partBy(schemaByKind(value), value);
}

/** The exchange with the known part of its response. */
export function knownIn(exchange: WireExchange): WireExchange {
  const { json, events } = exchange;
  return {
    ...exchange,
    json: knownPart(json),
    events: events.map((each) => ({ ...each, json: knownPart(each.json) })),
  };
}

const SCHEMAS_BY_KIND: ReadonlyMap<string, Schema> = new Map(
  RESOURCES.flatMap(({ apiVersion, kind, schema }): [string, Schema][] => [
    [`${apiVersion} ${kind}`, schemaOf(schema)],
    [`${apiVersion} ${kind}List`, schemaOf(`${schema}List`)],
  ]),
);

function schemaByKind(value: unknown): Schema | undefined {
  return SCHEMAS_BY_KIND.get(`${String(member(value, 'apiVersion'))} ${String(member(value, 'kind'))}`);
}

function partBy(schema: Schema | undefined, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each, index) => partBy(schema && stepInto(schema, index), each));
  const { properties, additionalProperties } = schema === undefined ? {} : resolved(schema);
  const isOpen = properties === undefined || additionalProperties !== undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isOpen || Object.hasOwn(properties, name))
      .map(([name, inner]) => [name, partBy((schema && stepInto(schema, name)) ?? schemaByKind(inner), inner)]),
  );
}

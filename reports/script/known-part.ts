import { RESOURCES } from '../../spec/surface/resources.ts';
import { resolved, type Schema, schemaOf, stepInto } from '../../spec/schemas/index.ts';
import { member } from './content.ts';
import { sentText, sentValue, type WireExchange } from './wire-case.ts';

/** Chooses members by their name. */
export type MemberPredicate = (member: string) => boolean;

/** The members in the requests of a case on a correct server. On another one, requests may repeat what it shows. */
export function sentBy(exchanges: readonly WireExchange[]): MemberPredicate {
  const text = exchanges.map(sentText).join('\n');
  return (member) => text.includes(JSON.stringify(member));
}

/**
 * The members that the requests of a case write. A member with a value that an earlier response showed is only repeated:
 *
 *     POST { spec: { replicas: 0 } } -> { spec: { replicas: 0, updateStrategy: { type: OnDelete } } }
 *     PUT { spec: { replicas: 1, updateStrategy: { type: OnDelete } } }   ->   writes replicas, and repeats updateStrategy
 */
export function writtenBy(exchanges: readonly WireExchange[]): MemberPredicate {
  const [shown, written] = [new Set<string>(), new Set<string>()];
  for (const exchange of exchanges) {
    for (const [member, value] of membersIn(bodyOf(exchange))) {
      if (!shown.has(`${member} ${JSON.stringify(value)}`)) written.add(member);
      // A JSON patch names members in its pointers.
      if (/^(?:path|from)$/.test(member) && typeof value === 'string')
        for (const step of value.split('/')) written.add(step.replaceAll('~1', '/').replaceAll('~0', '~'));
    }
    for (const each of [exchange.json, ...exchange.events.map(({ json }) => json)])
      for (const [member, value] of membersIn(each)) shown.add(`${member} ${JSON.stringify(value)}`);
  }
  return (member) => written.has(member);
}

/** The body of a request; `undefined` if it has none, is malformed, or is an alias of YAML that contains itself. */
function bodyOf(exchange: WireExchange): unknown {
  try {
    return exchange.body === undefined ? undefined : JSON.parse(JSON.stringify(sentValue(exchange)));
  } catch {
    return undefined;
  }
}

/** The members of a value, at every depth. */
function membersIn(value: unknown): readonly (readonly [member: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(membersIn);
  return Array.isArray(value) ? inner : [...Object.entries(value), ...inner];
}

/**
 * An object without the members that its type in the document lacks and that no request sent: servers may add members
 * of their own or of later releases. Events and lists are read by their objects; values of unknown kinds stay whole.
 *
 *     { kind: "ConfigMap", metadata: { name: "a", managedFields: [...] } }   ->   { kind: "ConfigMap", metadata: { name: "a" } }
 */
export function knownPart(value: unknown, isSent: MemberPredicate): unknown {
  return partBy(schemaByKind(value), value, isSent);
}

/** The exchange with the known part of its response. */
export function knownIn(exchange: WireExchange, isSent: MemberPredicate): WireExchange {
  const known = (value: unknown): unknown => knownPart(value, isSent);
  const { json, events } = exchange;
  return { ...exchange, json: known(json), events: events.map((each) => ({ ...each, json: known(each.json) })) };
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

function partBy(schema: Schema | undefined, value: unknown, isSent: MemberPredicate): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner = (step: string | number, each: unknown): unknown =>
    partBy((schema && stepInto(schema, step)) ?? schemaByKind(each), each, isSent);
  if (Array.isArray(value)) return value.map((each, index) => inner(index, each));
  const { properties, additionalProperties } = schema === undefined ? {} : resolved(schema);
  const isOpen = properties === undefined || additionalProperties !== undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isOpen || Object.hasOwn(properties, name) || isSent(name))
      .map(([name, each]) => [name, inner(name, each)]),
  );
}

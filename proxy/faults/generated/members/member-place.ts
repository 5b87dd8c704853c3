import { isDeepStrictEqual } from 'node:util';
import { CLAUSES } from '../../../../spec/clauses/index.ts';
import { legalObject, legalStatus } from '../../../../spec/samples/index.ts';
import { resolved, type Schema, schemaOf, type TypeId, typeOfRef } from '../../../../spec/schemas/index.ts';
import { type Resource, RESOURCES } from '../../../../spec/surface/resources.ts';
import { isObject } from '../../bend.ts';
import type { Bendable } from '../../fault.ts';
import { SAMPLE_NAME } from './sample.ts';
import type { MemberPattern } from './pattern.ts';

/** A member of an object of one resource, at one place of it. */
export interface MemberPlace {
  readonly resource: Resource;
  readonly pattern: MemberPattern;
  readonly schema: Schema;
  /** The type that has the member, and its name there. */
  readonly type: TypeId;
  readonly member: string;
  /** Whether objects without it are illegal, by its type or because other members of the sample need it. */
  readonly isRequired: boolean;
  /** Whether other members need its value, so that no patch can change it alone. */
  readonly isNeeded: boolean;
  readonly inStatus: boolean;
  /**
   * Turns of the samples (`spec/samples/legal-object.ts`) that give it different values; one turn if it has only one
   * legal value.
   */
  readonly turns: readonly [first: number, second?: number];
  /** Values in these turns. */
  readonly values: readonly unknown[];
  /** Id of the clause that states it, if the document shows the type. */
  readonly clause: string | undefined;
}

/**
 * Members that other members of the samples need: mounts need volumes, a terminal standard input, a selector the labels
 * of the template.
 */
const NEEDED: ReadonlySet<string> = new Set([
  'spec',
  'metadata',
  'containers',
  'volumes',
  'stdin',
  'effect',
  'replicas',
  'readyReplicas',
  'operator',
  'values',
  'template',
  'jobTemplate',
  'jobSpec',
  'restartPolicy',
  'exec',
  'httpGet',
  'tcpSocket',
  'selector',
  'labels',
  'matchLabels',
]);

/** Members that identify the elements of a list, or must differ from element to element. */
const IDENTIFYING: ReadonlySet<string> = new Set([
  'name',
  'containerPort',
  'hostPort',
  'mountPath',
  'path',
  'key',
  'port',
  'ip',
  'uid',
  'type',
  'host',
  'hosts',
]);

/**
 * Members without which another member of the samples is illegal, although they may change: a service of type
 * ExternalName names a host.
 */
const REQUIRED: ReadonlySet<string> = new Set(['externalName']);

function isNeeded(member: string): boolean {
  return NEEDED.has(member) || IDENTIFYING.has(member);
}

/** `spec.containers[+].tty`. */
export function labelOf({ pattern }: Pick<MemberPlace, 'pattern'>): string {
  return pattern.reduce(
    (label, step) => (/^[0+*]$/.test(step) ? `${label}[${step}]` : label === '' ? step : `${label}.${step}`),
    '',
  );
}

const TURNS = [0, 1, 2, 3, 4, 5];
const CLAUSE_IDS = new Set(CLAUSES.map(({ id }) => id));

/** Every member that the samples of a kind have. */
export function* memberPlaces(): Iterable<MemberPlace> {
  for (const resource of RESOURCES) yield* placesOf(resource);
}

/** Members that init containers may not have, treated as members of the samples. */
export function* initPlaces(): Iterable<MemberPlace> {
  for (const place of memberPlaces()) {
    const at = place.pattern.indexOf('containers');
    if (at === -1 || !['lifecycle', 'livenessProbe', 'readinessProbe'].includes(place.member)) continue;
    yield { ...place, pattern: place.pattern.with(at, 'initContainers'), isRequired: false };
  }
}

interface FoundMember {
  readonly pattern: MemberPattern;
  readonly schema: Schema;
  readonly type: TypeId;
  readonly member: string;
  readonly value: unknown;
}

/** The members of a resource, once for each place: later turns only have other values. */
function placesOf(resource: Resource): readonly MemberPlace[] {
  const found = new Map<string, { first: FoundMember; turns: number[]; values: unknown[] }>();
  for (const turn of TURNS) {
    for (const each of membersIn(sampleOf(resource, turn), resource.schema, [])) {
      const key = each.pattern.join('/');
      const known = found.get(key);
      if (known === undefined) found.set(key, { first: each, turns: [turn], values: [each.value] });
      else if (
        known.turns.at(-1) !== turn &&
        !known.values.some((value) => JSON.stringify(value) === JSON.stringify(each.value))
      ) {
        known.turns.push(turn);
        known.values.push(each.value);
      }
    }
  }
  return [...found.values()]
    .filter(({ first }) => isTheClients(first))
    .map(({ first, turns, values }) => placeOf(resource, first, turns, values));
}

function placeOf(
  resource: Resource,
  { pattern, schema, type, member }: FoundMember,
  turns: readonly number[],
  values: readonly unknown[],
): MemberPlace {
  return {
    resource,
    pattern,
    schema,
    type,
    member,
    values,
    turns: turns as unknown as MemberPlace['turns'],
    isRequired: (schemaOf(type).required?.includes(member) ?? false) || isNeeded(member) || REQUIRED.has(member),
    isNeeded: isNeeded(member),
    inStatus: pattern[0] === 'status',
    clause: clauseOf(type, member),
  };
}

const SAMPLES = new Map<string, Bendable>();

/** The sample of a turn, with its status; it must not be changed. */
export function sampleOf(resource: Resource, turn: number): Bendable {
  const known = SAMPLES.get(`${resource.id} ${turn}`);
  if (known !== undefined) return known;
  const made = madeSample(resource, turn);
  SAMPLES.set(`${resource.id} ${turn}`, made);
  return made;
}

/** Whether a client can write two statuses of a resource: of a namespace it can write only one. */
export function hasTwoStatuses(resource: Resource): boolean {
  const [one, other] = [0, 1].map((turn) => sampleOf(resource, turn)['status']);
  return !isDeepStrictEqual(one, other);
}

function madeSample(resource: Resource, turn: number): Bendable {
  const options = { name: SAMPLE_NAME(resource), namespace: '{ns}' };
  const status = legalStatus(resource, turn, options);
  return { ...legalObject(resource, turn, options), ...(status === undefined ? {} : { status }) };
}

/** A client must not leave out names and types. */
function isTheClients({ pattern }: FoundMember): boolean {
  const [first, second] = pattern;
  return !(
    first === 'kind' ||
    first === 'apiVersion' ||
    (first === 'metadata' && (second === undefined || second === 'name')) ||
    (pattern.length === 1 && (first === 'spec' || first === 'status'))
  );
}

function* membersIn(value: unknown, type: TypeId, path: MemberPattern): Iterable<FoundMember> {
  if (!isObject(value)) return;
  for (const [member, schema] of Object.entries(schemaOf(type).properties ?? {})) {
    if (!Object.hasOwn(value, member)) continue;
    const pattern = [...path, member];
    yield { pattern, schema, type, member, value: value[member] };
    yield* inside(value[member], schema, pattern);
  }
}

function* inside(value: unknown, schema: Schema, pattern: MemberPattern): Iterable<FoundMember> {
  const type = typeOfRef(schema);
  if (type !== undefined && resolved(schema).properties !== undefined) yield* membersIn(value, type, pattern);
  const items = resolved(schema).items;
  if (items === undefined || !Array.isArray(value)) return;
  const isOneOfEach = pattern.at(-1) === 'volumes' || pattern.at(-1) === 'sources';
  for (const [index, element] of (value as unknown[]).entries())
    yield* inside(element, items, [...pattern, isOneOfEach ? '*' : index === 0 ? '0' : '+']);
}

/** `container.termination-message-path.type`, if the document shows the type in a table. */
function clauseOf(type: TypeId, member: string): string | undefined {
  const id = `${kebab(type.slice(type.indexOf('.', type.indexOf('/')) + 1))}.${kebab(member)}`;
  return [`${id}.type`, `${id}.1`].find((each) => CLAUSE_IDS.has(each));
}

function kebab(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

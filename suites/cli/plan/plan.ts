import { sample } from 'fast-check';
import { counted } from '../../../shared/counted.ts';
import { groupBy } from '../../../shared/group-by.ts';
import type { Shard } from '../../../shared/verdict-log/verdict-log.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_TYPE, MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { API_VERBS, type Operation, OPERATIONS, type Verb } from '../../../spec/surface/operations.ts';
import { resourceById, type ResourceId } from '../../../spec/surface/resources.ts';
import { prefixOf } from '../../drivers/probing/absent-groups.ts';
import { controllerProbe } from '../../drivers/probing/probe-controllers.ts';
import { protobufProbe } from '../../drivers/probing/probe-protobuf.ts';
import { watchRoomProbe } from '../../drivers/probing/probe-watch-room.ts';
import type { CallStep, Program, Step, WatchStep } from '../../program/program.ts';
import { operationOf } from '../../program/program-operations.ts';
import { mayWrite, withinKinds } from '../../drivers/cases/within-kinds.ts';
import { casesPerOperation } from '../../engine/amount.ts';
import { generatedCases } from '../../engine/generated-cases.ts';
import { walkProgram } from '../../engine/judging/sending/walks.ts';
import type { Assignment } from '../../engine/run-config.ts';
import type { Rule } from '../../rules/rule.ts';
import { DOOR } from '../../target/preflight/questions.ts';
import { neededOperations, type RuleOnOperation, walksFor } from './needed-operations.ts';
import { probesFor } from './probes.ts';
import { shardOf } from '../settings/shard.ts';

/** One kind of request that a run would send. */
export interface PlannedRequest {
  readonly method: string;
  /** Template with `{name}`, and `{namespace}` if the run makes its own. */
  readonly path: string;
  /** The verb for permissions; absent for requests that must be refused. */
  readonly verb?: Verb;
  readonly operation: Operation | undefined;
  /** Ids of the rules that send it; empty if only the run itself sends it, for probing and clean-up. */
  readonly rules: readonly string[];
  readonly parameters: readonly string[];
  /** Media types of bodies and of `Accept` other than plain JSON. */
  readonly sends: readonly string[];
  readonly accepts: readonly string[];
}

export interface PlanOptions {
  readonly choices: DialectChoices;
  readonly seed: number;
  readonly runs: number;
  /** The only namespace that the run may use. */
  readonly namespace?: string;
  /** The resources that `--kinds` selects; absent without it. */
  readonly kinds?: readonly ResourceId[];
  /** The planned part of the run; absent for the whole run. */
  readonly shard?: Shard;
}

/**
 * Every request that a run of these pairs, or one part of it, would send, by path and method: those of the cases and
 * walks for this seed, and those of the run itself.
 */
export function planOf(pairs: readonly RuleOnOperation[], options: PlanOptions): PlannedRequest[] {
  const plan = new Plan(options.namespace);
  const { kinds } = options;
  const operations = new Map<Rule, number>();
  for (const { rule } of pairs) operations.set(rule, (operations.get(rule) ?? 0) + 1);
  const judged = options.shard === undefined ? pairs : partOf(pairs, options.shard);
  for (const { rule, operation } of judged)
    plan.addCases(rule, operation, casesOf(rule, operation, operations.get(rule) ?? 1, options));
  const walks = walksFor(pairs.length, options.runs);
  for (let index = 0; index < walks; index += 1)
    plan.addShared(walkProgram(index, options.seed, (operation) => kinds === undefined || mayWrite(kinds, operation)));
  plan.addStage(neededOperations(pairs, options.choices, kinds));
  const { controllers, protobuf, watches } = probesFor(
    judged.map(({ rule }) => rule),
    kinds,
  );
  plan.addShared(controllerProbe(controllers));
  if (protobuf !== undefined) plan.addShared(protobufProbe(protobuf));
  if (watches !== undefined) plan.addShared(watchRoomProbe(watches));
  return plan.requests();
}

function partOf(pairs: readonly RuleOnOperation[], shard: Shard): RuleOnOperation[] {
  const pairOf = new Map<Assignment, RuleOnOperation>(
    pairs.map((pair) => [{ rule: pair.rule.id, operation: pair.operation.id }, pair]),
  );
  return shardOf([...pairOf.keys()], shard).flatMap((assignment) => pairOf.get(assignment) ?? []);
}

function casesOf(
  rule: Rule,
  operation: Operation,
  operations: number,
  { choices, seed, runs, kinds }: PlanOptions,
): Program[] {
  const wanted = casesPerOperation(rule, operations, runs);
  const { cases, seed: ofCases } = generatedCases(rule, operation, { choices, seed, wanted });
  const programs = sample(cases, { numRuns: wanted, seed: ofCases });
  return kinds === undefined ? programs : programs.map((program) => withinKinds(program, kinds));
}

interface Draft {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation | undefined;
  verb: Verb | undefined;
  readonly rules: Set<string>;
  readonly parameters: Set<string>;
  readonly sends: Set<string>;
  readonly accepts: Set<string>;
}

class Plan {
  readonly #drafts = new Map<string, Draft>();
  readonly #namespace: string | undefined;

  constructor(namespace: string | undefined) {
    this.#namespace = namespace;
  }

  /** A rule that a run in one namespace skips on an operation sends nothing for it. */
  addCases(rule: Rule, operation: Operation, programs: readonly Program[]): void {
    if (this.#isBeyond(operation)) return;
    for (const program of programs) for (const step of program) this.#addStep(rule, step);
  }

  /** A program of no rule: a walk, which every rule reads, or a probe for controllers, protobuf and watches. */
  addShared(program: Program): void {
    for (const step of program) this.#addStep(undefined, step);
  }

  /**
   * The other requests of a run: it creates its namespaces, tries each needed operation once, searches leftovers of
   * every kind and removes them.
   */
  addStage(needed: readonly Operation[]): void {
    const tried = new Set([
      'Namespace',
      ...needed.flatMap(({ resource }) => (resource === undefined ? [] : resourceById(resource).kind)),
    ]);
    const groups = new Set(needed.map(prefixOf));
    const kept = OPERATIONS.filter(
      (operation) =>
        !this.#isBeyond(operation) &&
        (needed.includes(operation) || groups.has(operation.path) || isForStage(operation, tried)),
    );
    for (const operation of kept) this.#draft(operation.method, operation.path, operation, operation.verb);
    for (const operation of kept) {
      if (operation.verb.startsWith('watch'))
        this.#draft('GET', operation.path, operation, operation.verb).parameters.add('timeoutSeconds');
      if (operation.verb === 'deleteCollection')
        this.#draft('DELETE', operation.path, operation, 'deleteCollection').parameters.add('labelSelector');
      if (operation.verb.startsWith('patch'))
        this.#draft('PATCH', operation.path, operation, operation.verb).sends.add(MERGE_PATCH_TYPE);
    }
    if (this.#namespace === undefined)
      this.#draft('GET', '/api/v1/namespaces/{namespace}/serviceaccounts/default', undefined, undefined);
  }

  requests(): PlannedRequest[] {
    return [...this.#drafts.values()]
      .map(({ path, verb, rules, parameters, sends, accepts, ...draft }) => ({
        ...draft,
        path: this.#namespace === undefined ? path : path.replace('{namespace}', this.#namespace),
        ...(verb === undefined ? {} : { verb }),
        rules: [...rules].toSorted(),
        parameters: [...parameters].toSorted(),
        sends: [...sends].toSorted(),
        accepts: [...accepts].toSorted(),
      }))
      .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
  }

  #addStep(rule: Rule | undefined, step: Step): void {
    if (step.do === 'together')
      for (const branch of step.branches) for (const inner of branch) this.#addStep(rule, inner);
    if (step.do === 'call') this.#addCall(rule, step);
    if (step.do === 'watch') this.#addWatch(rule, step);
  }

  #addCall(rule: Rule | undefined, step: CallStep): void {
    const operation = operationOf(step);
    if (operation === undefined || this.#isBeyond(operation) || this.#isElsewhere(step)) return;
    const method = step.method ?? operation.method;
    const draft = this.#draft(method, operation.path, operation, method === operation.method ? step.verb : undefined);
    this.#describe(draft, rule, step);
    const hasBody = step.body !== undefined || step.text !== undefined;
    if (hasBody && step.contentType !== undefined && step.contentType !== JSON_TYPE)
      draft.sends.add(step.contentType === '' ? 'no media type' : step.contentType);
  }

  #addWatch(rule: Rule | undefined, step: WatchStep): void {
    const operation = operationOf(step);
    if (operation === undefined || this.#isBeyond(operation) || this.#isElsewhere(step)) return;
    const draft = this.#draft(
      'GET',
      step.via === 'path' ? operation.path : `${operation.path}?watch=true`,
      operation,
      step.verb,
    );
    this.#describe(draft, rule, step);
    if (step.via === 'parameter' && step.verb === 'watch') draft.parameters.add('fieldSelector');
  }

  #describe(draft: Draft, rule: Rule | undefined, { query = {}, accept }: CallStep | WatchStep): void {
    if (rule !== undefined) draft.rules.add(rule.id);
    for (const name of Object.keys(query)) draft.parameters.add(name);
    if (accept !== undefined && accept !== JSON_TYPE) draft.accepts.add(accept === '' ? 'no Accept' : accept);
  }

  #draft(method: string, path: string, operation: Operation | undefined, verb: Verb | undefined): Draft {
    const key = `${method} ${path}`;
    const known = this.#drafts.get(key) ?? {
      method,
      path,
      operation,
      verb,
      rules: new Set(),
      parameters: new Set(),
      sends: new Set(),
      accepts: new Set(),
    };
    known.verb ??= verb;
    this.#drafts.set(key, known);
    return known;
  }

  #isBeyond({ verb, path }: Operation): boolean {
    return this.#namespace !== undefined && verb !== 'discover' && !path.includes('{namespace}');
  }

  #isElsewhere({ namespace }: CallStep | WatchStep): boolean {
    return this.#namespace !== undefined && namespace !== undefined && namespace !== 'ns1';
  }
}

/** At the end a run lists every kind and deletes leftovers. It creates namespaces and objects of the probed kinds. */
function isForStage({ verb, resource, path }: Operation, tried: ReadonlySet<string>): boolean {
  if (verb === 'list' || verb === 'get' || verb === 'delete' || path === DOOR.path) return true;
  return (verb === 'create' || verb === 'patch') && resource !== undefined && tried.has(resourceById(resource).kind);
}

/** The plan as text, one request a line: `PATCH /api/v1/...  12 rules  ?pretty  sends ...  accepts ...`. */
export function planText(requests: readonly PlannedRequest[]): string {
  return requests
    .map(({ method, path, rules, parameters, sends, accepts }) => {
      const who = rules.length === 0 ? 'the run itself' : counted(rules.length, 'rule');
      const facts = [
        who,
        parameters.map((name) => `?${name}`).join(' '),
        sends.length === 0 ? '' : `sends ${sends.join(', ')}`,
        accepts.length === 0 ? '' : `accepts ${accepts.join(', ')}`,
      ];
      return `${method.padEnd(6)} ${path}  ${facts.filter((fact) => fact !== '').join('; ')}`;
    })
    .join('\n');
}

/**
 * The smallest role that lets a run send its plan, as YAML: a Role if the run keeps to one namespace, else a
 * ClusterRole.
 */
export function planRole(requests: readonly PlannedRequest[], namespace: string | undefined): string {
  const head =
    namespace === undefined
      ? ['apiVersion: rbac.authorization.k8s.io/v1', 'kind: ClusterRole', 'metadata:', '  name: plumbline']
      : [
          'apiVersion: rbac.authorization.k8s.io/v1',
          'kind: Role',
          'metadata:',
          '  name: plumbline',
          `  namespace: ${JSON.stringify(namespace)}`,
        ];
  const paths = requests.filter(({ verb }) => verb === 'discover').map(({ path }) => path);
  // Authenticated users may use discovery by default; a Role could not grant it anyway.
  const discovery =
    namespace === undefined && paths.length > 0 ? [`- nonResourceURLs: ${flow(paths)}`, '  verbs: ["get"]'] : [];
  return [...head, 'rules:', ...permissions(requests), ...discovery].join('\n');
}

/** One rule for all resources of a group that need the same verbs. */
function permissions(requests: readonly PlannedRequest[]): string[] {
  const verbsOf = new Map<string, { readonly group: string; readonly name: string; readonly verbs: Set<string> }>();
  for (const { verb, operation } of requests) {
    if (verb === undefined || verb === 'discover' || operation?.resource === undefined) continue;
    const { group, plural } = resourceById(operation.resource);
    const name = verb.endsWith('Status') ? `${plural}/status` : plural;
    const known = verbsOf.get(`${group}/${name}`) ?? { group, name, verbs: new Set() };
    known.verbs.add(API_VERBS[verb]);
    verbsOf.set(`${group}/${name}`, known);
  }
  const alike = groupBy(verbsOf.values(), ({ group, verbs }) => JSON.stringify([group, [...verbs].toSorted()]));
  return [...alike].flatMap(([key, resources]) => {
    const [group, verbs] = JSON.parse(key) as [string, string[]];
    const names = resources.map(({ name }) => name);
    return [`- apiGroups: ${flow([group])}`, `  resources: ${flow(names)}`, `  verbs: ${flow(verbs)}`];
  });
}

function flow(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}

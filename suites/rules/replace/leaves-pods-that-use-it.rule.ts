import { type Kind, resourceById } from '../../../spec/surface/resources.ts';
import { judgeBystanders } from '../../checks/bystanders.ts';
import { judgeLoneWrites } from '../../checks/write/lone-writes.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { at, listAt, textAt } from '../../oracle/json.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { distinctChange } from '../../generators/changes.ts';
import { atOnce } from '../bystander-case.ts';
import { edited, fc, minimalObject, ONE_CONTAINER, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import {
  callsOf,
  held,
  type ResourceCalled,
  responseOf,
  sent,
  statusOf,
  succeeded,
  turnedDown,
  violated,
} from '../judging.ts';
import type { CheckContext, Finding, History, JsonObject, Operation, Program, Rule, Step, Template } from '../rule.ts';

/** Kinds with a pod spec that can refer to a ConfigMap or Secret. */
const USERS: ReadonlySet<Kind> = new Set(['Pod', 'Deployment']);

export const rule: Rule = {
  id: 'replace/leaves-pods-that-use-it',
  level: 'must',
  title:
    'A PUT of a ConfigMap or Secret leaves the pods and the pod templates that use it as they are. Keys that are no C_IDENTIFIER keep no pod from using it in envFrom, and no PUT from bringing them.',
  cites: ['semantics.3', 'container.env-from.3'],
  operations: operationsOf(['replace'], ({ kind }) => kind === 'ConfigMap' || kind === 'Secret'),
  needs: ['create', 'get'],
  cases: (operation) => fc.constant(programOf(operation)),
  check,
  sweep: true,
};

/** Keys that the kinds allow in their data, and that are no C_IDENTIFIER, so no name of a variable. */
const [ODD, ODD_TOO] = ['1-not.an-id', '2-nor.this'];

function programOf(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const value = on.resource.kind === 'Secret' ? 'dg==' : 'v';
  const addKey = (name: string, read: string, key: string): Step =>
    on.replace(name, edited(read, [{ set: `/data/${key}`, to: value }]));
  return [
    on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
    on.create({ ...minimalObject(on.maker, '{{i}}'), data: { k: value, [ODD]: value } }),
    createUsers(operation, USING, '{{a}}'),
    on.get('{{a}}', { as: 'read' }),
    on.replace('{{a}}', edited('read', distinctChange(on.resource, 'one'))),
    readUsers(USING),
    on.get('{{a}}', { as: 'again' }),
    on.replace('{{a}}', edited('again', distinctChange(on.resource, 'two'))),
    readUsers(USING),
    on.get('{{i}}', { as: 'odd' }),
    createUsers(operation, USING_ODD, '{{i}}'),
    addKey('{{i}}', 'odd', ODD_TOO),
    on.get('{{i}}'),
    on.get('{{a}}', { as: 'last' }),
    addKey('{{a}}', 'last', ODD),
    on.get('{{a}}'),
    readUsers([...USING, ...USING_ODD]),
  ];
}

/** An object with a pod spec that uses the ConfigMap or Secret. */
interface User {
  readonly of: Steps;
  readonly name: string;
  /** The pointer to the pod spec. */
  readonly at: string;
}

const [PODS, DEPLOYMENTS] = [stepsOn(resourceById('pods')), stepsOn(resourceById('deployments.apps'))];

const USING: readonly User[] = [
  { of: PODS, name: '{{p}}', at: '/spec' },
  { of: DEPLOYMENTS, name: '{{d}}', at: '/spec/template/spec' },
];
const USING_ODD: readonly User[] = USING.map((user) => ({ ...user, name: user.name.replace('}}', '-i}}') }));

function createUsers(operation: Operation, users: readonly User[], used: string): Step {
  const spec = specThatUses(operation, used);
  return atOnce(
    users.map(({ of, name, at }) =>
      of.create({
        $edit: minimalObject(of.resource, name),
        with: Object.entries(spec).map(([member, to]) => ({ set: `${at}/${member}`, to })),
      }),
    ),
  );
}

const readUsers = (users: readonly User[]): Step => atOnce(users.map(({ of, name }) => of.get(name)));

/**
 * The members of a pod spec that refer to the object in every possible way: as a volume, as an environment and as
 * one variable.
 */
function specThatUses(operation: Operation, used: string): Readonly<Record<string, Template>> {
  const isSecret = resourceOf(operation).kind === 'Secret';
  const [reference, from] = isSecret ? ['secretRef', 'secretKeyRef'] : ['configMapRef', 'configMapKeyRef'];
  return {
    volumes: [{ name: 'used', ...(isSecret ? { secret: { secretName: used } } : { configMap: { name: used } }) }],
    containers: [
      {
        ...ONE_CONTAINER,
        envFrom: [{ [reference]: { name: used } }],
        env: [{ name: 'USED', valueFrom: { [from]: { name: used, key: 'k' } } }],
        volumeMounts: [{ name: 'used', mountPath: '/used' }],
      },
    ],
  };
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeBystanders(history, {
    verbs: ['replace'],
    relation: (key, { call }) =>
      USERS.has(key.kind) && !USERS.has(call.resource.kind) && key.namespace === call.namespace
        ? `a ${key.kind} beside it`
        : undefined,
  });
  yield* judgeUsersOfOddKeys(history);
  yield* judgePutsOfOddKeys(history, context);
}

/**
 * Judges creates of pods whose envFrom names an object with a key that is no C_IDENTIFIER. A refusal proves something
 * only if the server accepted the same pod with another source.
 */
function* judgeUsersOfOddKeys(history: History): Iterable<Finding> {
  const creates = callsOf(history.exchanges, 'create').filter(
    (exchange) => sentFor(exchange, rule.id) && USERS.has(exchange.call.resource.kind),
  );
  for (const exchange of creates) {
    if (!usesOddKeys(history, exchange)) continue;
    const other = creates.find(
      (each) => each.call.resource === exchange.call.resource && !usesOddKeys(history, each) && succeeded(each),
    );
    if (succeeded(exchange)) yield held(exchange, 'envFrom of a key that is no C_IDENTIFIER');
    else if (turnedDown(exchange) && statusOf(exchange) !== 409 && other !== undefined)
      yield violated(
        exchange,
        'success: keys that are no C_IDENTIFIER are reported when the container starts',
        responseOf(exchange),
        'envFrom of a key that is no C_IDENTIFIER is refused',
      );
  }
}

/** Judges PUTs that bring such a key. A refusal proves something only if the server accepted the key in a create. */
function* judgePutsOfOddKeys(history: History, context: CheckContext): Iterable<Finding> {
  const [created, replaced] = (['create', 'replace'] as const).map((verb) =>
    callsOf(history.exchanges, verb).filter(
      (exchange) => sentFor(exchange, rule.id) && hasOddKey(sent(exchange)) && !USERS.has(exchange.call.resource.kind),
    ),
  );
  if (created?.some(succeeded) !== true) return;
  const ids = new Set(replaced?.map(({ id }) => id));
  for (const finding of judgeLoneWrites(history, 'replace', context, ({ exchange }) => ids.has(exchange.id)))
    if (ids.has(finding.exchange)) yield finding;
}

/** Whether a ConfigMap or Secret that the envFrom of the sent object names has such a key. */
function usesOddKeys(history: History, exchange: ResourceCalled): boolean {
  const body = sent(exchange);
  const { kind } = exchange.call.resource;
  if (body === undefined) return false;
  const observed = observedStateOf(history);
  return allContainers(kind, body)
    .flatMap((container) => listAt(container, 'envFrom'))
    .some((source) =>
      SOURCES.some(([member, resource]) => {
        const name = textAt(source, member, 'name');
        if (name === undefined) return false;
        const key = keyOf(resourceById(resource), exchange.call.namespace, name);
        return hasOddKey(observed.lastObservation(key, exchange.began)?.content);
      }),
    );
}

const SOURCES = [
  ['configMapRef', 'configmaps'],
  ['secretRef', 'secrets'],
] as const;

/** Whether the data has a key that only this rule sends. */
function hasOddKey(object: JsonObject | undefined): boolean {
  return Object.keys(Object(at(object, 'data') ?? {})).some((key) => key === ODD || key === ODD_TOO);
}

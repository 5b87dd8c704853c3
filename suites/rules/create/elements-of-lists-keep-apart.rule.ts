import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import { type Expectation, judgeCreated } from '../../checks/create/creations.ts';
import { isObject } from '../../oracle/json.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Edit } from '../../program/program.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Json, JsonObject, Rule, Template } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

/** A text and a number in the first of two elements, which nobody chooses as a default. */
const MARK = 'full-one';
const MARKED_NUMBER = 4711;

const PROBE = { exec: { command: [MARK] } } as const;
const BACKEND = { serviceName: 'nothing', servicePort: 80 } as const;

const FULL_CONTAINER: JsonObject = {
  name: 'full',
  image: 'x:1',
  command: [MARK],
  args: [MARK],
  workingDir: `/${MARK}`,
  env: [
    { name: 'FULL', valueFrom: { configMapKeyRef: { name: MARK, key: MARK } } },
    { name: 'BARE' },
    { name: 'TEXT', value: MARK },
    { name: 'NONE' },
  ],
  envFrom: [{ configMapRef: { name: MARK } }, { secretRef: { name: 'bare' } }],
  ports: [{ name: MARK, containerPort: 80 }, { containerPort: 81 }],
  volumeMounts: [
    { name: 'full', mountPath: '/full', subPath: MARK, readOnly: true },
    { name: 'full', mountPath: '/bare' },
  ],
  livenessProbe: PROBE,
  readinessProbe: PROBE,
  lifecycle: { preStop: PROBE },
};

/** Lists of a pod spec. Each element has members that the next one lacks. */
const OF_PODS: Readonly<Record<string, readonly JsonObject[]>> = {
  containers: [FULL_CONTAINER, { name: 'bare', image: 'x:1' }],
  volumes: [
    {
      name: 'full',
      configMap: {
        name: MARK,
        items: [
          { key: 'a', path: MARK },
          { key: 'b', path: 'bare' },
        ],
      },
    },
    { name: 'bare', emptyDir: {} },
    { name: 'again', configMap: { name: MARK, items: [{ key: 'c', path: 'again' }] } },
  ],
  tolerations: [
    { key: MARK, operator: 'Equal', value: MARK, effect: 'NoExecute', tolerationSeconds: MARKED_NUMBER },
    { operator: 'Exists' },
    // A key may have a toleration for each effect.
    { key: MARK, operator: 'Equal', value: MARK, effect: 'NoSchedule' },
  ],
};

const INIT_CONTAINERS: readonly JsonObject[] = [
  { name: 'first', image: 'x:1', command: [MARK] },
  { name: 'second', image: 'x:1' },
];

const OF_KINDS: Readonly<Partial<Record<Kind, Readonly<Record<string, readonly JsonObject[]>>>>> = {
  Ingress: {
    rules: [
      {
        host: `${MARK}.example.com`,
        http: { paths: [{ path: `/${MARK}`, backend: BACKEND }, { backend: BACKEND }] },
      },
      { http: { paths: [{ backend: BACKEND }] } },
      { host: `second.${MARK}.example.com`, http: { paths: [{ path: `/${MARK}`, backend: BACKEND }] } },
      { host: 'bare.example.com' },
      { host: `${MARK}.example.com`, http: { paths: [{ path: '/again', backend: BACKEND }] } },
    ],
  },
  Service: {
    ports: [
      { name: MARK, port: 80, targetPort: MARKED_NUMBER },
      { name: 'bare', port: 81 },
    ],
  },
};

/** The edits that give an object of that kind such lists. */
function listsOf(kind: Kind, choices?: DialectChoices): readonly Edit[] {
  const podSpec = POD_SPEC[kind];
  const inits = choices?.['pod.init-containers'] === 'spec' ? { initContainers: INIT_CONTAINERS } : {};
  const lists = podSpec === undefined ? OF_KINDS[kind] : { ...OF_PODS, ...inits };
  const place = podSpec ?? ['spec'];
  return Object.entries(lists ?? {}).map(([list, to]) => ({ set: pointer([...place, list]), to }));
}

export const rule: Rule = {
  id: 'create/elements-of-lists-keep-apart',
  level: 'must',
  title:
    'Each element of a list is stored, and lacks the members that it was sent without, even if the one before it has them.',
  cites: ['what-the-service-does.desired-state', 'what-the-service-does.1'],
  operations: CREATES.filter((operation) => listsOf(resourceOf(operation).kind).length > 0),
  cases: (operation, choices) => {
    const resource = resourceOf(operation);
    const body = (name: string): Template => ({
      $edit: minimalObject(resource, name),
      with: listsOf(resource.kind, choices),
    });
    const on = stepsOn(resource);
    return fc.constant([
      ...createAndRead(on, body('{{a}}')),
      ...createAndRead(on, body('{{b}}'), { name: '{{b}}', contentType: YAML_TYPE }),
    ]);
  },
  check,
  least: 1,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, ({ creation, object }) =>
    JSON.stringify(creation.sent).includes(MARK) ? mixedUp(creation.sent, object, '') : [],
  );
}

/** The members that an element was sent without and the element before it with, at any depth. */
function* mixedUp(sent: Json | undefined, shown: Json | undefined, path: string): Iterable<Expectation> {
  if (isObject(sent) && isObject(shown))
    for (const [member, value] of Object.entries(sent)) yield* mixedUp(value, shown[member], `${path}.${member}`);
  if (!Array.isArray(sent) || !Array.isArray(shown)) return;
  yield {
    shape: 'each element',
    path: path.slice(1),
    expected: `${sent.length} elements`,
    actual: shown.length,
    holds: shown.length >= sent.length,
  };
  const objects = (shown as readonly Json[]).filter(isObject);
  for (const element of (sent as readonly Json[]).filter(isObject))
    yield {
      shape: 'each element by its plain members',
      path: path.slice(1),
      expected: `an element with the members of ${JSON.stringify(element)}`,
      actual: shown as Json,
      holds: objects.some((each) => isSame(element, each)),
    };
  for (const [index, element] of (sent as readonly Json[]).entries()) {
    const [before, made] = [(sent as readonly Json[])[index - 1], (shown as readonly Json[])[index]];
    yield* mixedUp(element, sameAs(element, made) ?? objects.find((each) => sameAs(element, each) !== undefined), path);
    if (!isObject(element) || !isObject(before) || !isObject(made) || !isSame(element, made)) continue;
    for (const member of Object.keys(before).filter((each) => element[each] === undefined))
      yield {
        shape: 'left out after an element with it',
        path: `${path.slice(1)}.${member}`,
        expected: 'not that of the element before it',
        actual: made[member],
        holds: !isMarked(made[member]) && !(before[member] === true && made[member] === true),
      };
  }
}

/** The shown element if it is the one that was sent. */
function sameAs(sent: Json, made: Json | undefined): Json | undefined {
  if (!isObject(sent)) return made;
  return isObject(made) && isSame(sent, made) ? made : undefined;
}

/** Whether that is the element that was sent, by its plain members: a server may keep a list in another order. */
function isSame(sent: JsonObject, made: JsonObject): boolean {
  return Object.entries(sent).every(([member, value]) => typeof value === 'object' || made[member] === value);
}

function isMarked(value: Json | undefined): boolean {
  const text = JSON.stringify(value ?? null);
  return text.includes(MARK) || text === `${MARKED_NUMBER}`;
}

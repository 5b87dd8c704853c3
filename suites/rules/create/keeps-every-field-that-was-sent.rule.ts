import { appearances } from '../../checks/create/creations.ts';
import { isTyped } from '../../checks/validation/wrong-types.ts';
import { at } from '../../oracle/json.ts';
import { missing, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { namesIn, podSpecOf, POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { AWKWARD_TEXTS } from '../../generators/config-data.ts';
import { minimalObject, objectOf, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import { TWO_INIT_CONTAINERS } from '../init-containers.ts';
import type { Finding, History, Json, Program, Resource, Rule, Template } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

/** The `apiVersion` is that of the path of the read. */
const BY_PATH_OR_SYSTEM = ['/apiVersion', '/kind', ...SYSTEM_WRITTEN];

export const rule: Rule = {
  id: 'create/keeps-every-field-that-was-sent',
  level: 'must',
  title:
    'A created object has every field that the client may set, with exactly the value that was sent, wherever it is shown.',
  cites: ['what-the-service-does.desired-state', 'what-the-service-does.components', 'object-metadata.annotations.1'],
  operations: CREATES,
  cases: (operation) => {
    const resource = resourceOf(operation);
    const on = stepsOn(resource);
    const long: Program = [
      on.createHere(awkwardObject(resource)),
      on.get('{{b}}'),
      on.list(),
      { do: 'await', watch: 'seen', until: { object: '{{b}}' } },
      ...(resource.namespaced
        ? [
            ...[escapedObject(resource, '{{c}}', ESCAPED), escapedObject(resource, '{{d}}', RARE)].map((text) =>
              on.createHere({}, { text }),
            ),
            on.get('{{c}}'),
            on.get('{{d}}'),
          ]
        : []),
    ];
    return objectOf(resource).map((body) => [...createAndRead(on, body), ...long]);
  },
  check,
};

/** More than 65535 characters. The first 64 KiB of a body, which many servers read at once, end within a character. */
const LONG = 'x'.repeat(62_000) + '漢'.repeat(3_600);

/** The annotation in which `kubectl apply` keeps the configuration for its next patch. */
const APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** So many elements that a short buffer cuts them, and that the text of an index does not sort as the number. */
const MANY = Array.from({ length: 70 }, (_, index) => String(index));

/** Many entries, whose keys look like the indexes of a list, and one of more than 64 KiB. */
const ENTRIES = Object.fromEntries(
  [...MANY.map((index) => AWKWARD_TEXTS[Number(index)] ?? `value ${index}`), LONG].entries(),
);

/** Many labels, annotations or environment variables. Two names differ only in case. */
const NAMES = ['case', 'CASE', ...MANY.map((index) => `N_${index}`)];

/** Many environment variables: one is longer than a column of many databases, the last one is empty. */
const VARIABLES = NAMES.map((name, index) => ({
  name,
  value: name === 'CASE' ? name.repeat(200) : (NAMES[index + 1] ?? ''),
}));

/** Two equal arguments among many. */
const ARGS = ['-v', '-v', ...MANY.map((index) => `--${index}`)];

/** Two tolerations of one key among many. */
const TOLERATIONS = ['NoExecute', ...MANY.map(() => 'NoSchedule')].map((effect, index) => ({
  key: `k${Math.max(0, index - 1)}`,
  operator: 'Exists',
  effect,
}));

/** Two ports with one merge key. */
const DNS_PORTS = ['UDP', 'TCP'].map((protocol) => ({ containerPort: 53, protocol }));

/**
 * An object with many labels and annotations, a text of more than 64 KiB and the annotation of `kubectl apply`. If the
 * kind has a pod spec, it has two init containers, many arguments, variables and tolerations, and two ports with one
 * number; a config map has many entries, an event has a long message.
 */
function awkwardObject(resource: Resource): Template {
  const podSpec = POD_SPEC[resource.kind];
  return {
    $edit: minimalObject(resource, '{{b}}'),
    with: [
      ...NAMES.flatMap((name) => [
        { set: `/metadata/labels/${name}`, to: 'x' },
        { set: `/metadata/annotations/${name}`, to: '' },
      ]),
      { set: '/metadata/annotations/long', to: LONG },
      { set: pointer(['metadata', 'annotations', APPLIED]), to: '{"kind":"x"}\n' },
      ...(podSpec === undefined
        ? []
        : [
            { set: pointer([...podSpec, 'initContainers']), to: TWO_INIT_CONTAINERS.toReversed() },
            { set: pointer([...podSpec, 'containers', '0', 'args']), to: ARGS },
            { set: pointer([...podSpec, 'containers', '0', 'env']), to: VARIABLES },
            { set: pointer([...podSpec, 'tolerations']), to: TOLERATIONS },
            { set: pointer([...podSpec, 'containers', '0', 'ports']), to: DNS_PORTS },
          ]),
      ...(resource.kind === 'ConfigMap' ? [{ set: '/data', to: ENTRIES }] : []),
      ...(resource.kind === 'Event' ? [{ set: '/message', to: 'long '.repeat(200) }] : []),
    ],
  };
}

/** Characters of one, two, three and four bytes, among them control characters. */
const ESCAPED = 'A/\u0001\u001b\u00e4\u6f22\u{1f984}';

/** Characters that some programs drop, replace, or take for the end of a text or of a line. */
const RARE = '\ufeffBOM, NUL \0, \u0085, \u2028, \u2029, \ue000';

/**
 * An object in JSON. Its annotation has each character as an escape, as many clients send those
 * beyond ASCII (RFC 8259, section 7).
 */
function escapedObject(resource: Resource, name: string, text: string): string {
  const object = { ...minimalObject(resource, name), metadata: { name, annotations: { escaped: 'ESCAPES' } } };
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const escapes = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  return JSON.stringify(object).replace('ESCAPES', escapes);
}

function* check(history: History): Iterable<Finding> {
  for (const { creation, where, object } of appearances(history)) {
    const { schema } = creation.exchange.call.resource;
    const [first] = [
      ...missing(creation.sent, object, {
        schema,
        ignore: [...BY_PATH_OR_SYSTEM, ...unshown(creation.sent)],
      }).filter(({ path }) => isTyped(schema, path)),
      ...missing(appliedIn(creation.sent), appliedIn(object), { schema }),
    ];
    const [sent = [], all = []] = [creation.sent, object].map((each) =>
      namesIn(podSpecOf(creation.exchange.call.resource.kind, each), 'initContainers'),
    );
    // Init containers run one after the other (document, PodSpec). Clusters add their own to pods.
    const shown = all.filter((name) => sent.includes(name));
    if (first === undefined && String(sent) === String(shown)) yield held(creation.exchange, where);
    else if (first === undefined)
      yield violated(
        creation.exchange,
        `initContainers in the order ${show(sent)}, as they were sent`,
        `${show(shown)} ${where}`,
        `the order of initContainers ${placeInCause(where)}`,
      );
    else
      yield violated(
        creation.exchange,
        `${first.path} ${show(first.expected)}, as it was sent`,
        `${show(first.actual)} ${where}`,
        `${generic(first.path)} ${placeInCause(where)}`,
      );
  }
}

/** The object reduced to that annotation, which clients alone write although its key is under the system's domain. */
function appliedIn(object: Json): Json {
  return { metadata: { annotations: { [APPLIED]: at(object, 'metadata', 'annotations', APPLIED) ?? null } } };
}

/** The place in the words of the first release, because fingerprints are made of causes. */
function placeInCause(where: string): string {
  return where.replace('response', 'answer');
}

/** A path without the indexes and keys of the case. */
function generic(path: string): string {
  return path.replaceAll(/\/\d+(?=\/|$)/g, '/*').replaceAll(/\[[^\]]*\]/g, '*');
}

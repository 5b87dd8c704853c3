import { appearances } from '../../checks/create/creations.ts';
import { isTyped } from '../../checks/validation/wrong-types.ts';
import { at } from '../../oracle/json.ts';
import { missing, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import { namesIn, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { minimalObject, objectOf, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import { APPLIED, awkwardContents, INHERITED } from '../awkward-contents.ts';
import type { Finding, History, Json, Program, Resource, Rule } from '../rule.ts';
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
      on.createHere({ $edit: minimalObject(resource, '{{b}}'), with: awkwardContents(resource) }),
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

/** Characters of one, two, three and four bytes, among them control characters. */
const ESCAPED = 'A/\u0001\u001b\u00e4\u6f22\u{1f984}';

/** Characters that some programs drop, replace, or take for the end of a text or of a line. */
const RARE = '\ufeffBOM, NUL \0, \u0085, \u2028, \u2029, \ue000';

/**
 * An object in JSON. Its annotation has each character as an escape, as many clients send those beyond ASCII (RFC 8259,
 * section 7). The keys in the data of a config map are names that every JavaScript object has.
 */
function escapedObject(resource: Resource, name: string, text: string): string {
  const object = {
    ...minimalObject(resource, name),
    metadata: { name, annotations: { escaped: 'ESCAPES' } },
    ...(resource.kind === 'ConfigMap' ? { data: Object.fromEntries(INHERITED.map((key) => [key, 'x'])) } : {}),
  };
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

import { type Arbitrary, boolean, constant, constantFrom, oneof, option, tuple } from 'fast-check';
import { at, isObject, type Json, type JsonObject, listAt, textAt } from '../oracle/json.ts';
import { text } from './config-data.ts';
import { image } from './images.ts';
import { members } from './members.ts';

/**
 * Strategic merge patches of the pod spec at `path` of that object. Its lists merge by the merge keys of the
 * document (PodSpec, Container). One patch changes several lists at once. At least one container always stays, and
 * the source of an environment variable's value does not change.
 */
export function podSpecPatch(object: JsonObject, path: readonly string[]): Arbitrary<JsonObject> {
  const containers = listAt(object, ...path, 'containers').filter(isObject);
  return members(
    {},
    {
      volumes: constant<Json>([{ name: 'added', emptyDir: {} }]),
      imagePullSecrets: constant<Json>([{ name: 'pull' }, { name: 'added' }]),
    },
  ).chain((others) => containersPatch(containers).map((patch) => ({ ...others, ...patch })));
}

/** Changes the list of containers: mostly by merging and adding, sometimes by a directive. */
function containersPatch(containers: readonly JsonObject[]): Arbitrary<JsonObject> {
  const names = namesOf(containers);
  const replaced = image().map((to): JsonObject => ({
    containers: [{ $patch: 'replace' }, { name: names[0] ?? 'c', image: to }],
  }));
  const removed = names
    .slice(1)
    .map((name): Arbitrary<JsonObject> => constant({ containers: [{ name, $patch: 'delete' }] }));
  return oneof(
    { weight: 3, arbitrary: mergedContainers(containers) },
    { weight: 2, arbitrary: oneof(replaced, ...removed) },
  );
}

/** Changed containers, a new one, and mostly a `$setElementOrder`, as command lines send it with an apply. */
function mergedContainers(containers: readonly JsonObject[]): Arbitrary<JsonObject> {
  const order = [...namesOf(containers), 'added'].map((name) => ({ name }));
  const added = image().map((to): JsonObject => ({ name: 'added', image: to, args: null }));
  return tuple(tuple(...containers.map(containerPatch)), option(added, { nil: undefined }), boolean()).map(
    ([changed, extra, ordered]) => ({
      ...(ordered ? { '$setElementOrder/containers': order } : {}),
      containers: [...changed, ...(extra === undefined ? [] : [extra])],
    }),
  );
}

/** Changes one existing container: its image, and variables, ports and arguments that it may have. */
function containerPatch(container: JsonObject): Arbitrary<JsonObject> {
  const variables = namesOf(
    listAt(container, 'env')
      .filter(isObject)
      .filter((entry) => !Object.hasOwn(entry, 'valueFrom')),
  );
  const port = listAt(container, 'ports')
    .filter(isObject)
    .map((each) => at(each, 'containerPort'))
    .find((each) => typeof each === 'number');
  return members(
    { name: constant(textAt(container, 'name') ?? '') },
    {
      image: image(),
      env: variablesPatch(variables),
      ...(port === undefined
        ? {}
        : { ports: constantFrom('TCP', 'UDP').map((protocol): Json => [{ containerPort: port, protocol }]) }),
      ...(Object.hasOwn(container, 'args') ? { args: text().map((argument): Json => [argument]) } : {}),
    },
  );
}

/** Adds a variable, and leaves, changes or removes each existing one; sometimes it also removes a missing one. */
function variablesPatch(there: readonly string[]): Arbitrary<Json> {
  const missing = constantFrom<Json[]>([], [{ name: 'MISSING', $patch: 'delete' }]);
  const fresh = tuple(constantFrom('NEW', 'OTHER'), text()).map(([name, value]): Json[] => [{ name, value }]);
  const old = there.map((name) =>
    oneof(
      constant<Json[]>([]),
      constant<Json[]>([{ name, $patch: 'delete' }]),
      text().map((value): Json[] => [{ name, value }]),
    ),
  );
  return tuple(fresh, missing, ...old).map((entries) => entries.flat());
}

function namesOf(list: readonly JsonObject[]): string[] {
  return list.map((entry) => textAt(entry, 'name')).filter((name) => name !== undefined);
}

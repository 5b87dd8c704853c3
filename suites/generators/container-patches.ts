import { constant, constantFrom, tuple } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Json, JsonObject } from '../oracle/json.ts';
import { at, isObject, textAt } from '../oracle/json.ts';
import { text } from './config-data.ts';
import { image } from './images.ts';

/**
 * Strategic merge patches of the pod spec at `path` of that object: its lists merge by the merge keys of the document (PodSpec,
 * Container). At least one container always stays, and what an environment variable takes its value from does not change. What
 * command lines send with an apply, the order that they wish a list to have, names every element of it.
 */
export function containerPatches(object: JsonObject, path: readonly string[]): Arbitrary<JsonObject>[] {
  const spec = at(object, ...path);
  const containers = elements(at(spec, 'containers'));
  const names = namesOf(containers);
  return [
    tuple(constantFrom(...names), image()).map(([name, to]) => inContainer(name, { image: to })),
    tuple(constantFrom(...names), constantFrom('NEW', 'OTHER'), text()).map(([name, variable, value]) => inContainer(name, { env: [{ name: variable, value }] })),
    image().map((to) => ({ containers: [{ name: 'added', image: to }] })),
    image().map((to) => ({ containers: [{ $patch: 'replace' }, { name: names[0] ?? 'c', image: to }] })),
    constant({ volumes: [{ name: 'added', emptyDir: {} }] }),
    constant({ imagePullSecrets: [{ name: 'pull' }, { name: 'added' }] }),
    tuple(constantFrom(...names, 'added'), image()).map(([name, to]) => inOrder([...names, 'added'], { name, image: to })),
    ...(names.length < 2 ? [] : [constantFrom(...names.slice(1)).map((name) => ({ containers: [{ name, $patch: 'delete' }] }))]),
    ...containers.flatMap((container) => inListsOf(container)),
  ];
}

/** Patches of the lists that one container already has. */
function inListsOf(container: JsonObject): Arbitrary<JsonObject>[] {
  const name = textAt(container, 'name') ?? '';
  const variables = elements(at(container, 'env')).filter((entry) => !Object.hasOwn(entry, 'valueFrom'));
  const ports = elements(at(container, 'ports')).map((port) => at(port, 'containerPort')).filter((port) => typeof port === 'number');
  return [
    ...namesOf(variables).flatMap((variable) => [
      constant(inContainer(name, { env: [{ name: variable, $patch: 'delete' }] })),
      text().map((value) => inContainer(name, { env: [{ name: variable, value }] })),
    ]),
    ...ports.map((containerPort) => constantFrom('TCP', 'UDP').map((protocol) => inContainer(name, { ports: [{ containerPort, protocol }] }))),
    ...(Object.hasOwn(container, 'args') ? [text().map((argument) => inContainer(name, { args: [argument] }))] : []),
  ];
}

function inContainer(name: string, rest: JsonObject): JsonObject {
  return { containers: [{ name, ...rest }] };
}

/** A patch of one container that says in which order all of them are to be. */
function inOrder(names: readonly string[], container: JsonObject): JsonObject {
  return { '$setElementOrder/containers': names.map((name) => ({ name })), containers: [container] };
}

function elements(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function namesOf(list: readonly JsonObject[]): string[] {
  return list.map((entry) => textAt(entry, 'name')).filter((name) => name !== undefined);
}

import { parsedJson } from '../../shared/json.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { ApiObject } from '../resources/api-object.ts';
import { isMembers, items, members, type Members, withChanged } from '../resources/values/json-members.ts';
import { badRequest } from '../resources/api-error.ts';
import { compiledType } from './schema/compile-type.ts';

/** A list of a pod that servers of some dialects copy into annotations. */
interface Echoed {
  readonly part: 'spec' | 'status';
  readonly list: string;
  /** The type of each element; equal lists then encode to equal texts. */
  readonly element: ReturnType<typeof compiledType>;
  /** The older name comes first; the newer name takes precedence. */
  readonly annotations: readonly [string, string];
}

const ECHOED: readonly Echoed[] = [
  {
    part: 'spec',
    list: 'initContainers',
    element: compiledType('core/v1.Container'),
    annotations: named('init-containers'),
  },
  {
    part: 'status',
    list: 'initContainerStatuses',
    element: compiledType('core/v1.ContainerStatus'),
    annotations: named('init-container-statuses'),
  },
];

function named(name: string): [string, string] {
  return [`pod.alpha.kubernetes.io/${name}`, `pod.beta.kubernetes.io/${name}`];
}

/**
 * Reads a body as servers of such dialects do. Init containers in an annotation replace those in the spec, and the
 * annotation is dropped; the same holds for their statuses. A client that sends back an object with only the spec's
 * init containers changed therefore changes nothing. Throws `ApiError` 400 for an annotation that is no JSON array.
 *
 *     { metadata: { annotations: { 'pod.beta.../init-containers': '[{"name":"i"}]' } }, spec: { initContainers: [{ name: 'j' }] } }
 *     -> { metadata: { annotations: {} }, spec: { initContainers: [{ name: 'i' }] } }
 */
export function withInitContainersOfAnnotations(body: object, choices: DialectChoices): object {
  return choices['pod.init-containers'] === 'annotations'
    ? withEachPod(body as Members, (pod) => ECHOED.reduce(fromAnnotations, pod))
    : body;
}

/** The object as servers of such dialects store and return it: its init containers are in annotations too. */
export function withAnnotationsOfInitContainers(object: ApiObject, choices: DialectChoices): ApiObject {
  if (choices['pod.init-containers'] !== 'annotations') return object;
  return withEachPod(object as unknown as Members, (pod) => ECHOED.reduce(toAnnotations, pod)) as unknown as ApiObject;
}

/**
 * Applies the change to a pod, to the object's pod template, or to the pod template inside the object's own
 * template.
 */
function withEachPod(object: Members, change: (pod: Members) => Members): Members {
  const spec = members(object['spec']);
  const { containers, template, jobTemplate } = spec;
  if (isMembers(object['template'])) return withChanged(object, 'template', (own) => withEachPod(own, change));
  if (Array.isArray(containers)) return change(object);
  if (isMembers(template)) return { ...object, spec: { ...spec, template: withEachPod(template, change) } };
  if (isMembers(jobTemplate)) return { ...object, spec: { ...spec, jobTemplate: withEachPod(jobTemplate, change) } };
  return object;
}

function fromAnnotations(pod: Members, { part, list, annotations: names }: Echoed): Members {
  const metadata = members(pod['metadata']);
  const annotations = members(metadata['annotations']);
  const text = names
    .map((name) => (Object.hasOwn(annotations, name) ? annotations[name] : undefined))
    .findLast((value) => typeof value === 'string');
  if (typeof text !== 'string') return pod;
  const kept = Object.fromEntries(Object.entries(annotations).filter(([name]) => !names.includes(name)));
  return {
    ...pod,
    metadata: { ...metadata, annotations: kept },
    [part]: { ...members(pod[part]), [list]: parsed(text, names[1]) },
  };
}

function parsed(text: string, name: string): unknown[] {
  const value = parsedJson(text);
  if (Array.isArray(value)) return value;
  throw badRequest(`metadata.annotations[${name}] must be a JSON array`);
}

function toAnnotations(pod: Members, { part, list, element, annotations: names }: Echoed): Members {
  const elements = items(members(pod[part])[list]);
  if (elements.length === 0) return pod;
  const metadata = members(pod['metadata']);
  const text = JSON.stringify(elements.map((each) => element.shape(each)));
  return {
    ...pod,
    metadata: {
      ...metadata,
      annotations: { ...members(metadata['annotations']), ...Object.fromEntries(names.map((name) => [name, text])) },
    },
  };
}

import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { ApiObject } from '../resources/api-object.ts';
import type { Members } from '../resources/json-members.ts';
import { isMembers, items, members, withChanged } from '../resources/json-members.ts';
import { badRequest } from '../resources/api-error.ts';
import { compiledType } from './schema/compile-type.ts';

/** A list of a pod that servers of some dialects write into annotations too. */
interface Echoed {
  readonly part: 'spec' | 'status';
  readonly list: string;
  /** What each of its elements is, so that one list makes one text. */
  readonly element: ReturnType<typeof compiledType>;
  /** The older name first; the newer counts. */
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
 * A body as such servers read it: where an annotation names init containers they take the place of those in the spec, and it is dropped;
 * so with their statuses. A client that sends back what it read, with other init containers in the spec, changes nothing. Throws
 * `ApiError` 400 for an annotation that is no JSON array.
 *
 *     { metadata: { annotations: { 'pod.beta.../init-containers': '[{"name":"i"}]' } }, spec: { initContainers: [{ name: 'j' }] } }
 *     -> { metadata: { annotations: {} }, spec: { initContainers: [{ name: 'i' }] } }
 */
export function withInitContainersOfAnnotations(body: object, choices: DialectChoices): object {
  return choices['pod.init-containers'] === 'annotations'
    ? withEachPod(body as Members, (pod) => ECHOED.reduce(fromAnnotations, pod))
    : body;
}

/** The object as such servers store and show it: with its init containers in annotations too. */
export function withAnnotationsOfInitContainers(object: ApiObject, choices: DialectChoices): ApiObject {
  if (choices['pod.init-containers'] !== 'annotations') return object;
  return withEachPod(object as unknown as Members, (pod) => ECHOED.reduce(toAnnotations, pod)) as unknown as ApiObject;
}

/** Changes a pod, or the pod template that an object is or keeps, or that its own template keeps. */
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
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // It is refused below, as what is JSON but no array is.
  }
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

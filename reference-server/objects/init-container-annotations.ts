import type { Answers } from '../../spec/dialects/index.ts';
import type { ApiObject } from '../resources/api-object.ts';
import type { Members } from '../resources/json-members.ts';
import { isMembers, items, members } from '../resources/json-members.ts';
import { badRequest } from './api-error.ts';
import { compiledType } from './schema/compile-type.ts';

/** What servers of some dialects write beside init containers, the older name first: their JSON. */
const ANNOTATIONS = ['pod.alpha.kubernetes.io/init-containers', 'pod.beta.kubernetes.io/init-containers'] as const;

/** As they are stored, so that one set of init containers makes one text. */
const CONTAINER = compiledType('core/v1.Container');

/**
 * A body as such servers read it: where an annotation names init containers they take the place of those in the spec, and it is dropped.
 * A client that sends back what it read, with other init containers in the spec, changes nothing. Throws `ApiError` 400 for an annotation
 * that is no JSON array.
 *
 *     { metadata: { annotations: { 'pod.beta.../init-containers': '[{"name":"i"}]' } }, spec: { initContainers: [{ name: 'j' }] } }
 *     -> { metadata: { annotations: {} }, spec: { initContainers: [{ name: 'i' }] } }
 */
export function withInitContainersOfAnnotations(body: object, answers: Answers): object {
  return answers['pod.init-containers'] === 'annotations' ? withEachPod(body as Members, fromAnnotations) : body;
}

/** The object as such servers store and show it: with its init containers in annotations too. */
export function withAnnotationsOfInitContainers(object: ApiObject, answers: Answers): ApiObject {
  return answers['pod.init-containers'] === 'annotations' ? (withEachPod(object as unknown as Members, toAnnotations) as unknown as ApiObject) : object;
}

/** Changes a pod, or the pod template that an object keeps, or that its own template keeps. */
function withEachPod(object: Members, change: (pod: Members) => Members): Members {
  const spec = members(object['spec']);
  const { containers, template, jobTemplate } = spec;
  if (Array.isArray(containers)) return change(object);
  if (isMembers(template)) return { ...object, spec: { ...spec, template: withEachPod(template, change) } };
  if (isMembers(jobTemplate)) return { ...object, spec: { ...spec, jobTemplate: withEachPod(jobTemplate, change) } };
  return object;
}

function fromAnnotations(pod: Members): Members {
  const metadata = members(pod['metadata']);
  const annotations = members(metadata['annotations']);
  const text = ANNOTATIONS.map((name) => (Object.hasOwn(annotations, name) ? annotations[name] : undefined)).findLast((value) => typeof value === 'string');
  if (typeof text !== 'string') return pod;
  const kept = Object.fromEntries(Object.entries(annotations).filter(([name]) => !(ANNOTATIONS as readonly string[]).includes(name)));
  return { ...pod, metadata: { ...metadata, annotations: kept }, spec: { ...members(pod['spec']), initContainers: parsed(text) } };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // It is refused below, as what is JSON but no array is.
  }
  throw badRequest(`metadata.annotations[${ANNOTATIONS[1]}] must be a JSON array of containers`);
}

function toAnnotations(pod: Members): Members {
  const init = items(members(pod['spec'])['initContainers']);
  if (init.length === 0) return pod;
  const metadata = members(pod['metadata']);
  const text = JSON.stringify(init.map((container) => CONTAINER.shape(container)));
  return { ...pod, metadata: { ...metadata, annotations: { ...members(metadata['annotations']), ...Object.fromEntries(ANNOTATIONS.map((name) => [name, text])) } } };
}

import { notFound } from '../../objects/refusals.ts';
import { badRequest } from '../../resources/api-error.ts';
import { objectKey } from '../../objects/object-key.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { items, members, text } from '../../resources/values/json-members.ts';
import { SERVED_RESOURCES } from '../../resources/served-resources.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Query } from '../query.ts';
import { pathSegments } from '../routing/request-path.ts';
import { wrongMethod } from '../response/wrong-method.ts';

const PODS = SERVED_RESOURCES.find(({ kind }) => kind === 'Pod');

/** The methods of container streams, by the last segment of the path. */
const METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  ['log', ['GET']],
  ['exec', ['GET', 'POST']],
  ['attach', ['GET', 'POST']],
  ['portforward', ['GET', 'POST']],
]);

/** A request at a path without a resource. */
interface StreamRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Query;
  readonly context: ServerContext;
}

/**
 * Whether it requests the log of a pod without a node, which is empty. Throws `ApiError`: 404 for a missing pod,
 * 405, and 400 if a container must be named, or for an exec, attach or port-forward on a pod without a node. Streams
 * of a node are not served here.
 *
 *     GET  /api/v1/namespaces/default/pods/pending/log   true
 *     POST /api/v1/namespaces/default/pods/pending/exec  400
 */
export async function isEmptyLog({ method, path, query, context }: StreamRequest): Promise<boolean> {
  const [, , , namespace = '', plural, name = '', stream = '', ...more] = pathSegments(path) ?? [];
  const methods = METHODS.get(stream);
  if (
    PODS === undefined ||
    methods === undefined ||
    more.length > 0 ||
    plural !== PODS.plural ||
    !path.startsWith(`${PODS.prefix}/namespaces/`)
  )
    return false;
  if (!methods.includes(method)) throw wrongMethod(method, methods);
  const entry = await context.store.get(objectKey(PODS, namespace, name));
  if (entry === undefined) throw notFound(context, PODS, name);
  const pod = entry.value.object;
  if (stream !== 'portforward') requireContainer(pod, query.text('container'));
  if (text(specOf(pod)['nodeName']) !== '') return false;
  if (stream !== 'log') throw badRequest(`pod ${name} is on no node yet`);
  return true;
}

/** If there are several containers, one must be named, and the name must exist. Throws `ApiError` 400. */
function requireContainer(pod: ApiObject, name: string): void {
  const { containers, initContainers } = specOf(pod);
  const names = [...items(containers), ...items(initContainers)].map((container) => text(members(container)['name']));
  if (name === '' ? items(containers).length === 1 : names.includes(name)) return;
  const which = name === '' ? 'no container is named' : `there is no container "${name}"`;
  throw badRequest(`${which} in pod ${pod.metadata.name}; it has ${names.join(', ')}`);
}

import type { ApiObject } from '../../resources/api-object.ts';
import { isAbsent, items, members, type Members, number, text } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { isFinished, isReady } from '../pods/pod-readiness.ts';

/** The annotation of a service that includes unready pods. */
const TOLERATES_UNREADY = 'service.alpha.kubernetes.io/tolerate-unready-endpoints';

/**
 * The subsets of a service's Endpoints. Ready pods are among the addresses, unready ones among the
 * `notReadyAddresses` (document, States and transitions), and terminating ones in neither. Pods whose containers
 * have other ports for the same port of the service are in subsets of their own.
 * A worked example, of a service with port 80 to target `web`, a pod that is ready whose container has port 8080 as
 * `web`, and one that is not:
 *
 *     [{ addresses: [first], notReadyAddresses: [second], ports: [{ port: 8080, protocol: 'TCP' }] }]
 */
export function planEndpoints(service: ApiObject, pods: readonly ApiObject[]): Members[] {
  const subsets = new Map<
    string,
    { readonly ports: Members[]; readonly ready: Members[]; readonly unready: Members[] }
  >();
  const all = service.metadata.annotations?.[TOLERATES_UNREADY] === 'true';
  const met = pods.filter(
    (pod) =>
      text(members(pod['status'])['podIP']) !== '' &&
      !isFinished(pod) &&
      (all || pod.metadata.deletionTimestamp === undefined),
  );
  for (const pod of [...met].sort((a, b) => (text(a.metadata.name) < text(b.metadata.name) ? -1 : 1))) {
    const ports = portsOf(service, pod);
    if (ports.length === 0) continue;
    const subset = subsets.get(JSON.stringify(ports)) ?? { ports, ready: [], unready: [] };
    subsets.set(JSON.stringify(ports), subset);
    (all || isReady(pod) ? subset.ready : subset.unready).push(addressOf(service, pod));
  }
  return [...subsets.values()].map(({ ports, ready, unready }) => ({
    ...(ready.length === 0 ? {} : { addresses: ready }),
    ...(unready.length === 0 ? {} : { notReadyAddresses: unready }),
    ports,
  }));
}

/** With the pod's host name if the service is the pod's subdomain. */
function addressOf(service: ApiObject, pod: ApiObject): Members {
  const { name, namespace, uid } = pod.metadata;
  const { nodeName, hostname, subdomain } = specOf(pod);
  const named = text(hostname) !== '' && subdomain === service.metadata.name ? { hostname } : {};
  return {
    ip: text(members(pod['status'])['podIP']),
    ...named,
    ...(text(nodeName) === '' ? {} : { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

/** The ports of the service as numbers of the pod; missing ones are left out. */
function portsOf(service: ApiObject, pod: ApiObject): Members[] {
  return items(specOf(service)['ports'])
    .map(members)
    .flatMap(({ name, port, protocol = 'TCP', targetPort }) => {
      const target = isAbsent(targetPort) || targetPort === '' ? port : targetPort;
      const found = typeof target === 'string' ? namedPort(pod, target, protocol) : number(target);
      return found === undefined ? [] : [{ ...(text(name) === '' ? {} : { name }), port: found, protocol }];
    });
}

function namedPort(pod: ApiObject, name: string, protocol: unknown): number | undefined {
  const all = items(specOf(pod)['containers']).flatMap((container) => items(members(container)['ports']).map(members));
  const found = all.find((port) => port['name'] === name && (port['protocol'] ?? 'TCP') === protocol);
  return found === undefined ? undefined : number(found['containerPort']);
}

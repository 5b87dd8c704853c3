import { everyObject, isObject, metadataOf, walk } from '../bend.ts';
import type { Bendable, Hooks } from '../fault.ts';

const INIT = ['pod.alpha.kubernetes.io/init-containers', 'pod.beta.kubernetes.io/init-containers'];

/** Kinds whose generation the server manages. */
const GENERATED: ReadonlySet<unknown> = new Set(['DaemonSet', 'Deployment', 'Ingress', 'ReplicaSet']);

/** Pods, and templates of pods: whatever has metadata beside a spec with containers. */
function podsIn(object: unknown): Bendable[] {
  const pods: Bendable[] = [];
  walk(object, (inner) => {
    const spec = inner['spec'];
    if (isObject(spec) && Array.isArray(spec['containers'])) pods.push(inner);
  });
  return pods;
}

function annotationsOf(object: Bendable): Bendable | undefined {
  const annotations = metadataOf(object)['annotations'];
  return isObject(annotations) ? annotations : undefined;
}

/** Init containers are echoed as two annotations, which on input override the spec. */
export function initContainerAnnotations(): Hooks {
  return {
    ...everyObject((object) => {
      for (const pod of podsIn(object)) {
        const init = isObject(pod['spec']) ? pod['spec']['initContainers'] : undefined;
        if (!Array.isArray(init) || init.length === 0) continue;
        const metadata = isObject(pod['metadata']) ? pod['metadata'] : (pod['metadata'] = {} as Bendable);
        metadata['annotations'] = { ...annotationsOf(pod), ...Object.fromEntries(INIT.map((name) => [name, JSON.stringify(init)])) };
      }
    }),
    request: (asked) => {
      if (asked.call?.verb !== 'create' && asked.call?.verb !== 'replace') return;
      for (const pod of podsIn(asked.json)) {
        const annotations = annotationsOf(pod);
        const init = annotations?.[INIT[1] ?? ''];
        if (annotations === undefined || typeof init !== 'string' || !isObject(pod['spec'])) continue;
        pod['spec']['initContainers'] = JSON.parse(init) as unknown;
        for (const name of INIT) delete annotations[name];
      }
    },
  };
}

/** Only some kinds have a generation. */
export function generations(): Hooks {
  return everyObject((object, asked) => {
    if (!GENERATED.has(asked.call?.resource?.kind)) delete metadataOf(object)['generation'];
  });
}

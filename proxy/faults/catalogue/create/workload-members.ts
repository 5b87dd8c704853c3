import { containersOf, copyOf, objectAt } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { BODIED, membersOf, podSpecsOf, sending } from '../../ways.ts';

/** Gives each volume of a ConfigMap the items of the first volume of that ConfigMap. */
function shareItems(body: Bendable): void {
  for (const spec of podSpecsOf(body)) {
    const firsts = new Map<unknown, Bendable>();
    for (const volume of membersOf(spec, 'volumes')) {
      const source = objectAt(volume, 'configMap');
      if (source === undefined) continue;
      const first = firsts.get(source['name']);
      if (first === undefined) firsts.set(source['name'], source);
      else if (first['items'] === undefined) delete source['items'];
      else source['items'] = copyOf(first['items']);
    }
  }
}

/** Gives a container without a pull policy the one of the tag `latest` if its tag differs from that only in case. */
function ignoreCaseOfTags(body: Bendable): void {
  for (const container of containersOf(body)) {
    const image = String(container['image'] ?? '');
    if (container['imagePullPolicy'] === undefined && /:latest$/i.test(image)) container['imagePullPolicy'] = 'Always';
  }
}

/** Drops the negative expressions of the selector of a workload, unless it has no other requirement. */
function dropNegativeExpressions(body: Bendable): void {
  const selector = objectAt(body, 'spec', 'selector');
  if (selector === undefined) return;
  const expressions = membersOf(selector, 'matchExpressions');
  const kept = expressions.filter(({ operator }) => operator !== 'NotIn' && operator !== 'DoesNotExist');
  const labels = Object.keys(objectAt(selector, 'matchLabels') ?? {});
  if (kept.length === expressions.length || kept.length + labels.length === 0) return;
  if (kept.length === 0) delete selector['matchExpressions'];
  else selector['matchExpressions'] = kept;
}

/** Faults of creates and PUTs that change members of pods and workloads. */
export const WORKLOAD_MEMBERS: readonly Fault[] = faults({
  'volumes-of-one-config-map-share-their-items': {
    summary: 'creates and PUTs give each volume of a ConfigMap the items of the first volume of that ConfigMap',
    caughtBy: 'create/elements-of-lists-keep-apart',
    hooks: sending(BODIED, shareItems),
  },
  'tag-latest-is-compared-without-case': {
    summary: 'a container whose image has the tag `Latest` or `LATEST` and that has no imagePullPolicy gets Always',
    caughtBy: 'create/image-pull-policy-follows-the-tag',
    hooks: sending(BODIED, ignoreCaseOfTags),
  },
  'negative-expressions-of-a-selector-are-dropped': {
    summary: 'creates and PUTs of a workload drop NotIn and DoesNotExist beside other requirements of its selector',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, dropNegativeExpressions),
  },
});

import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { copyOf, itemsOf, metadataOf, objectAt } from '../bend.ts';
import type { Bendable, UpstreamClient } from '../fault.ts';
import type { Wrong } from './wrong.ts';
import { ownerOf, type WrittenWorkload } from './written-workload.ts';

export const REVISION = 'deployment.kubernetes.io/revision';
const SETS = '/apis/extensions/v1beta1/namespaces/NS/replicasets';

/** One replica set of a deployment, as the controller left it. */
export interface MadeReplicaSet {
  readonly path: string;
  readonly template: unknown;
  readonly revision: number;
  replicas: number;
}

interface RolloutProgress {
  readonly wrong: Wrong;
  readonly made: MadeReplicaSet[];
}

export async function rollOut(
  written: WrittenWorkload,
  upstream: UpstreamClient,
  { wrong, made }: RolloutProgress,
  isNew: boolean,
): Promise<void> {
  const { path, spec } = written;
  const asked = made.find(({ revision }) => revision === objectAt(spec, 'rollbackTo')?.['revision']);
  const back = wrong.rollsBackOneRevision === true && asked !== undefined ? made.at(-2) : asked;
  if (back !== undefined && wrong.ignoresRollback !== true) {
    const { json } = await upstream.send(
      'PATCH',
      path,
      { spec: { rollbackTo: null, template: back.template } },
      MERGE_PATCH_TYPE,
    );
    return rollOut({ ...written, spec: objectAt(json, 'spec') ?? spec }, upstream, { wrong, made }, false);
  }
  if (spec['paused'] === true && wrong.rollsWhilePaused !== true) return;
  if (isNew && wrong.ignoresExistingSets !== true) await adopt(written, upstream);
  if (made.some(({ template }) => same(template, spec['template']))) return;
  const current = await makeSet(written, upstream, { wrong, made });
  if (wrong.withoutRevision !== true)
    await upstream.send(
      'PATCH',
      path,
      { metadata: { annotations: { [wrong.revisionKey ?? REVISION]: String(current.revision) } } },
      MERGE_PATCH_TYPE,
    );
  await scale(spec, current, upstream, { wrong, made });
  const old = made.filter((each) => each !== current);
  const spare =
    wrong.keepsEverySet === true
      ? []
      : old.slice(0, Math.max(0, old.length - Number(spec['revisionHistoryLimit'] ?? old.length)));
  for (const { path: gone } of spare)
    await upstream.send('DELETE', gone, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
  made.splice(0, made.length, ...made.filter((each) => !spare.includes(each)));
}

async function adopt({ object, spec }: WrittenWorkload, upstream: UpstreamClient): Promise<void> {
  const collection = SETS.replace('NS', String(metadataOf(object)['namespace']));
  const selector = Object.entries(objectAt(spec, 'selector', 'matchLabels') ?? {})
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(',');
  const found =
    itemsOf(await upstream.send('GET', `${collection}?labelSelector=${encodeURIComponent(selector)}`)) ?? [];
  for (const set of found.filter((each) => metadataOf(each)['ownerReferences'] === undefined)) {
    await upstream.send(
      'PATCH',
      `${collection}/${String(metadataOf(set)['name'])}`,
      { metadata: { ownerReferences: [ownerOf(object)] } },
      MERGE_PATCH_TYPE,
    );
  }
}

async function makeSet(
  { object, spec }: WrittenWorkload,
  upstream: UpstreamClient,
  { wrong, made }: RolloutProgress,
): Promise<MadeReplicaSet> {
  const { name, namespace } = metadataOf(object);
  const revision = Math.max(0, ...made.map((each) => each.revision)) + 1;
  const collection = SETS.replace('NS', String(namespace));
  const metadata = {
    name: `${String(name)}-${revision}`,
    labels: objectAt(spec, 'template', 'metadata')?.['labels'],
    ownerReferences: [ownerOf(object)],
  };
  const set: Bendable = {
    apiVersion: 'extensions/v1beta1',
    kind: 'ReplicaSet',
    metadata,
    spec: { replicas: 0, selector: spec['selector'], template: copyOf(spec['template']) },
  };
  wrong.set?.(set);
  await upstream.send('POST', collection, set);
  const current: MadeReplicaSet = {
    path: `${collection}/${metadata.name}`,
    template: copyOf(spec['template']),
    revision,
    replicas: 0,
  };
  made.push(current);
  return current;
}

/** One pod more or less at a time, within the bounds of the strategy. */
async function scale(
  spec: Bendable,
  current: MadeReplicaSet,
  upstream: UpstreamClient,
  { wrong, made }: RolloutProgress,
): Promise<void> {
  const wanted = Number(spec['replicas'] ?? 1);
  const to = async (set: MadeReplicaSet, replicas: number): Promise<void> => {
    set.replicas = replicas;
    await upstream.send('PATCH', set.path, { spec: { replicas } }, MERGE_PATCH_TYPE);
  };
  const total = (): number => made.reduce((sum, { replicas }) => sum + replicas, 0);
  const oldOne = (): MadeReplicaSet | undefined => made.find((each) => each !== current && each.replicas > 0);
  const recreates = objectAt(spec, 'strategy')?.['type'] === 'Recreate';
  if (wrong.allAtOnce === true || oldOne() === undefined) await to(current, wanted);
  if (recreates) for (let old = oldOne(); old !== undefined; old = oldOne()) await to(old, 0);
  const most = wanted + boundOf(spec, 'maxSurge', wanted, wrong.roundsSurgeDown === true ? Math.floor : Math.ceil);
  for (let old = oldOne(); old !== undefined || current.replicas < wanted; old = oldOne()) {
    if (current.replicas < wanted && total() < most) await to(current, current.replicas + 1);
    else if (old !== undefined) await to(old, old.replicas - 1);
  }
}

function boundOf(spec: Bendable, name: string, wanted: number, round: (pods: number) => number): number {
  const bound = objectAt(spec, 'strategy', 'rollingUpdate')?.[name];
  // A text that is no percentage is taken as 0: with a bound that is no number, a rollout would never end.
  return typeof bound === 'number' ? bound : round(((Number.parseInt(String(bound ?? 0), 10) || 0) * wanted) / 100);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

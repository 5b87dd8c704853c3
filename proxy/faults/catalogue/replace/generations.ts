import { everyObject, metadataOf, objectAt, succeeded } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';

/** Generations that a PUT which increases them counts anew: `count` chooses one by that of the body, if any. */
function generationsOfBodies(count: (sent: unknown) => number | undefined): Hooks {
  const added = new Map<unknown, number>();
  const shown = everyObject((object) => {
    const metadata = metadataOf(object);
    const more = added.get(metadata['uid']);
    if (more !== undefined) metadata['generation'] = Number(metadata['generation']) + more;
  });
  const before = new WeakMap<FaultyRequest, unknown>();
  return {
    ...shown,
    request: async (request, upstream) => {
      if (!isOne(request, 'replace')) return;
      before.set(request, metadataOf((await upstream.send('GET', request.path)).json)['generation']);
    },
    response: (response, request) => {
      const { generation, uid } = metadataOf(response.json);
      const sent = objectAt(request.json, 'metadata');
      const counted = sent === undefined ? undefined : count(sent['generation']);
      const grew = typeof generation === 'number' && generation !== before.get(request);
      if (isOne(request, 'replace') && succeeded(response) && grew && counted !== undefined)
        added.set(uid, counted - generation);
      shown.response(response, request);
    },
  };
}

/** Generations that count only changes of the template. */
function generationsOfTemplates(): Hooks {
  const counted = new Map<unknown, { readonly generation: number; readonly template: string }>();
  return everyObject((object: Bendable) => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] !== 'number') return;
    const template = JSON.stringify(objectAt(object, 'spec', 'template') ?? null);
    const known = counted.get(metadata['uid']);
    const generation = known === undefined ? 1 : known.generation + (known.template === template ? 0 : 1);
    counted.set(metadata['uid'], { generation, template });
    metadata['generation'] = generation;
  });
}

/** Generations that a spec keeps: a spec that comes back has the generation that it had first. */
function generationsOfSpecs(): Hooks {
  const first = new Map<string, unknown>();
  return everyObject((object) => {
    const metadata = metadataOf(object);
    if (typeof metadata['generation'] !== 'number') return;
    const spec = JSON.stringify([metadata['uid'], object['spec']]);
    if (!first.has(spec)) first.set(spec, metadata['generation']);
    metadata['generation'] = first.get(spec);
  });
}

/** Generations that do not follow the spec. */
export const GENERATIONS: readonly Fault[] = faults({
  'generation-follows-the-body-of-a-put': {
    summary: 'a PUT that changes the spec makes the generation one more than that in its body',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: () => generationsOfBodies((sent) => (typeof sent === 'number' ? sent + 1 : undefined)),
  },
  // Object metadata, generation: "Increases as the spec changes" - whatever a body leaves out.
  'put-without-generation-starts-it-anew': {
    summary: 'a PUT that changes the spec and has no generation in its metadata makes the generation 1',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: () => generationsOfBodies((sent) => (typeof sent === 'number' ? undefined : 1)),
  },
  'generation-follows-the-template-alone': {
    summary: 'only changes of the pod template increase the generation; other changes of the spec do not',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: generationsOfTemplates,
  },
  'generation-returns-with-a-former-spec': {
    summary: 'a write that restores a former spec restores the generation of that spec too',
    caughtBy: 'replace/generation-grows-with-the-spec',
    hooks: generationsOfSpecs,
  },
  'generation-never-grows': {
    summary: 'the generation of every object stays 1',
    caughtBy: 'replace/generation-grows-with-the-spec',
    seenIn: 'fabric8io/kubernetes-client#3471',
    hooks: () =>
      everyObject((object) => {
        const metadata = metadataOf(object);
        if (metadata['generation'] !== undefined) metadata['generation'] = 1;
      }),
  },
});

import { isDeepStrictEqual } from 'node:util';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { containersOf, copyOf, everyObject, isObject, isPart, objectAt, succeeded } from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { storedOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOfType, ofKind } from '../../requests.ts';
import { asItIs, forgiving, haveSameElements, membersOf, podSpecsOf } from '../../ways.ts';

/** Whether a write gives the containers of a pod the images of one another. */
function swapsImages(sent: unknown, stored: unknown): boolean {
  const haveSame = (of: (container: Bendable) => unknown): boolean =>
    haveSameElements(containersOf(sent).map(of), containersOf(stored).map(of));
  return (
    haveSame(({ name }) => name) && haveSame(({ image }) => image) && !haveSame(({ name, image }) => [name, image])
  );
}

/** Whether two pod specs are the same except for their containers. */
const areAlikeBeside = (spec: Bendable, stored: Bendable): boolean =>
  isDeepStrictEqual({ ...spec, containers: [] }, { ...stored, containers: [] });

/** Whether a pod spec has others in place of some containers of the stored one, and is the same in all else. */
function exchangesContainers(spec: Bendable, stored: Bendable): boolean {
  const [sent, kept] = [membersOf(spec, 'containers'), membersOf(stored, 'containers')];
  const twins = sent.map(({ name }) => kept.find((each) => each['name'] === name));
  return (
    sent.length === kept.length &&
    twins.includes(undefined) &&
    twins.every((twin, index) => twin === undefined || isDeepStrictEqual(twin, sent[index])) &&
    areAlikeBeside(spec, stored)
  );
}

/** Whether a pod spec differs from the stored one only in further members of its containers. */
function addsMembers(spec: Bendable, stored: Bendable): boolean {
  const [sent, kept] = [spec['containers'], stored['containers']];
  return isPart(kept, sent) && !isDeepStrictEqual(kept, sent) && areAlikeBeside(spec, stored);
}

/** A PUT of a pod with such a spec is stored with the former one, and the pod is shown with the new one since then. */
function accepting(isAccepted: (spec: Bendable, stored: Bendable) => boolean): Hooks {
  const specs = new Map<string, Bendable>();
  const shown = everyObject((object) => {
    const spec = specs.get(uidOf(object));
    if (spec !== undefined) object['spec'] = copyOf(spec);
  });
  const forgiven = forgiving(ofKind('Pod', 'replace'), [400, 403, 422], async (_, request, upstream) => {
    const stored = await storedOf(request, upstream);
    const [spec, kept] = [objectAt(request.json, 'spec'), objectAt(stored, 'spec')];
    if (!isObject(request.json) || spec === undefined || kept === undefined || !isAccepted(spec, kept))
      return undefined;
    const written = await upstream.send('PUT', request.path, { ...request.json, spec: kept });
    if (succeeded(written)) specs.set(uidOf(stored), copyOf(spec));
    return written;
  })();
  return {
    ...shown,
    response: async (response, request, upstream) => {
      await forgiven.response?.(response, request, upstream);
      shown.response(response, request);
    },
  };
}

/** Changes of the containers of a pod that are accepted, or ignored instead of refused. */
export const CHANGED_CONTAINERS: readonly Fault[] = faults({
  'strategic-patch-of-a-container-ignored': {
    summary: 'a strategic merge patch that changes a container of a pod gets 200 and the unchanged pod',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving(
      (request) => request.call?.verb === 'patch' && isOfType(request, STRATEGIC_MERGE_PATCH_TYPE),
      [422],
      asItIs,
    ),
  },
  'left-out-members-of-a-container-kept': {
    summary: 'a PUT of a pod that leaves out args or command of a container gets 200 and keeps them',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: forgiving(
      (request) =>
        request.call?.verb === 'replace' &&
        podSpecsOf(request.json).some((spec) =>
          membersOf(spec, 'containers')
            .slice(2)
            .some(({ args, command }) => args === undefined || command === undefined),
        ),
      [422],
      asItIs,
    ),
  },
  // Container, image: "cannot be updated via pod update".
  'pod-put-that-swaps-images-accepted': {
    summary: 'a PUT of a pod that exchanges the images of its containers is accepted and ignored',
    caughtBy: 'validation/image-of-a-container-does-not-change',
    hooks: forgiving(ofKind('Pod', 'replace'), [400, 403, 409, 422], async (response, request, upstream) => {
      const stored = await asItIs(response, request, upstream);
      return swapsImages(request.json, stored.json) ? stored : undefined;
    }),
  },
  // PodSpec, containers: "cannot be added or removed after creation" - also if one of each is.
  'container-can-be-exchanged-for-another': {
    summary: 'a PUT of a pod may replace a container by one of another name: only the number of containers is compared',
    caughtBy: 'validation/name-of-a-container-does-not-change',
    hooks: () => accepting(exchangesContainers),
  },
  // Container: "All container fields cannot be updated after creation" - also those that it was created without.
  'absent-members-of-a-container-may-be-set': {
    summary: 'a PUT of a Pod sets members that its containers were created without, such as workingDir or env',
    caughtBy: 'validation/no-member-of-a-container-changes',
    hooks: () => accepting(addsMembers),
  },
});

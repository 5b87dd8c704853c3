import { type Arbitrary, constant, oneof, tuple } from 'fast-check';
import { type Resource, RESOURCES } from '../../spec/surface/resources.ts';
import type { Step } from '../program/program.ts';
import { distinctChange } from '../generators/changes.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { statusOf } from '../generators/statuses.ts';
import { type Steps, stepsOn } from './steps.ts';
import { edited } from './write-and-read.ts';

/** Another resource of the same kind, which shows the same objects; the resource itself if it is the only one. */
export function otherGroupVersion(resource: Resource): Resource {
  return RESOURCES.find(({ id, kind }) => kind === resource.kind && id !== resource.id) ?? resource;
}

/**
 * Two writes of different statuses and of nothing else, because one of them may be the object's present status. A
 * namespace has only one legal status.
 */
function statusWrites(on: Steps): Arbitrary<readonly Step[]> {
  const status = statusOf(on.resource);
  return tuple(status, status)
    .filter(([one, two]) => JSON.stringify(one) !== JSON.stringify(two))
    .map(([one, two]) => [on.patchStatus('{{a}}', { status: one }), on.patchStatus('{{a}}', { status: two })]);
}

/** A write through the other group-version of the kind, if it has one. */
export function writeElsewhere({ resource }: Steps): readonly Step[] {
  return [stepsOn(otherGroupVersion(resource)).patch('{{a}}', { metadata: { labels: { between: '1' } } })];
}

/**
 * Writes that replace the version of `{{a}}` that `read` holds: a PUT, a patch, status writes alone and before
 * another write, a write through the other group-version, two writes that restore the content, or a new object under
 * the old name.
 */
export function interveningWrites(on: Steps): Arbitrary<readonly Step[]> {
  const { resource } = on;
  const put = [on.replace('{{a}}', edited('read', distinctChange(resource, 'between')))];
  const patch = [on.patch('{{a}}', { metadata: { annotations: { between: '1' } } })];
  const back = [...patch, on.patch('{{a}}', { metadata: { annotations: { between: null } } })];
  const anew = [on.remove('{{a}}'), on.create(minimalObject(on.maker, '{{a}}'))];
  return oneof(
    constant<readonly Step[]>(put),
    constant<readonly Step[]>(patch),
    constant<readonly Step[]>(back),
    constant(writeElsewhere(on)),
    ...(resource.namespaced ? [constant<readonly Step[]>(anew)] : []),
    ...(resource.hasStatus
      ? [statusOf(resource).map((status): readonly Step[] => [on.patchStatus('{{a}}', { status }), ...patch])]
      : []),
    ...(resource.hasStatus && resource.namespaced ? [statusWrites(on)] : []),
    constant<readonly Step[]>([...put, ...patch]),
  );
}

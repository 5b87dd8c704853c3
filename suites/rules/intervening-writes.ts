import { oneof, constant } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { RESOURCES } from '../../spec/surface/resources.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Step } from '../drivers/program.ts';
import { markChange } from '../generators/changes.ts';
import { minimalObject } from '../generators/minimal-objects.ts';
import { statusOf } from '../generators/statuses.ts';
import type { Steps } from './steps.ts';
import { stepsOn } from './steps.ts';
import { edited } from './write-and-look.ts';

/** Another resource of the same kind, which shows the same objects; the resource itself where it is the only one. */
export function otherView(resource: Resource): Resource {
  return RESOURCES.find(({ id, kind }) => kind === resource.kind && id !== resource.id) ?? resource;
}

/**
 * Writes that replace the version which `read` has of `{{a}}`: a PUT, a patch, a status write, a write through the other view, or a
 * new object under the old name.
 */
export function interveningWrites(on: Steps): Arbitrary<readonly Step[]> {
  const { resource } = on;
  const other = stepsOn(otherView(resource));
  const put = [on.replace('{{a}}', edited('read', markChange(resource, 'between')))];
  const patch = [on.patch('{{a}}', { metadata: { annotations: { between: '1' } } })];
  const elsewhere = [other.patch('{{a}}', { metadata: { labels: { between: '1' } } })];
  const anew = [on.remove('{{a}}'), on.create(minimalObject(on.maker, '{{a}}'))];
  return oneof(
    constant<readonly Step[]>(put),
    constant<readonly Step[]>(patch),
    constant<readonly Step[]>(elsewhere),
    ...(resource.namespaced ? [constant<readonly Step[]>(anew)] : []),
    ...(resource.hasStatus ? [statusOf(resource).map((status): readonly Step[] => [on.patchStatus('{{a}}', { status }), ...patch])] : []),
    constant<readonly Step[]>([...put, ...patch]),
  );
}

import * as fc from 'fast-check';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { Program, Step, Template } from '../../drivers/program.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { WAIT_MS, versionOf } from '../write-and-look.ts';
import { made, watchBy } from './watch-steps.ts';

/** Label values of an object over time; `null` takes the label away. */
type Labels = readonly (string | null)[];

/** A selector on the label `tier`, next to the values by which objects come and go. */
const SELECTORS: readonly string[] = ['tier=web', 'tier!=web', 'tier in (web,db)', 'tier notin (web)', 'tier', '!tier'];

/**
 * Cases of a watch with a label selector: objects exist, the label of one changes step by step, by merge patch, JSON patch or PUT, and
 * at the end an object that the selector surely selects changes once more, which all that came before must have been told by.
 */
export function selectedStories(operation: Operation): fc.Arbitrary<Program> {
  const values = fc.array(fc.constantFrom<string | null>('web', 'db', null), { minLength: 2, maxLength: 4 });
  return fc.record({ selector: fc.constantFrom(...SELECTORS), first: fc.constantFrom<string | null>('web', 'db', null), values, from: fc.constantFrom('now', 'made'), how: fc.constantFrom('patch', 'put') }).map(
    ({ selector, first, values, from, how }) => [
      ...made(operation, ['a'], labelsOf(first)),
      watchBy(operation, 'seen', { labelSelector: selector, ...(from === 'made' ? { resourceVersion: versionOf('made-a') } : {}) }),
      ...relabelled(operation, values, how),
      ...lastSelected(operation, selector),
    ],
  );
}

function labelsOf(value: string | null): Template {
  return value === null ? { other: 'x' } : { tier: value, other: 'x' };
}

function relabelled(operation: Operation, values: Labels, how: string): Step[] {
  const on = stepsOn(resourceOf(operation));
  return values.flatMap((value, index): Step[] => {
    const mark = `${index}`;
    if (how === 'patch') return [on.patch('{{a}}', { metadata: { labels: { tier: value }, annotations: { step: mark } } })];
    const edit = value === null ? { remove: '/metadata/labels/tier' } : { set: '/metadata/labels/tier', to: value };
    return [on.get('{{a}}', { as: `r${index}` }), on.replace('{{a}}', { $edit: { $from: `r${index}` }, with: [edit, { set: '/metadata/annotations/step', to: mark }] })];
  });
}

/** Values of the label by which each selector selects. */
const SELECTED: Readonly<Record<string, string | null>> = { 'tier=web': 'web', 'tier!=web': null, 'tier in (web,db)': 'db', 'tier notin (web)': 'db', tier: 'web', '!tier': null };

/** The fence: of a single object the object itself enters, or stays; of a collection another one appears. */
function lastSelected(operation: Operation, selector: string): Step[] {
  const on = stepsOn(resourceOf(operation));
  const value = SELECTED[selector] ?? null;
  const last =
    operation.verb === 'watch'
      ? on.patch('{{a}}', { metadata: { labels: { tier: value }, annotations: { step: 'last' } } }, { as: 'fence' })
      : on.create({ $edit: minimalObject(on.maker, '{{ab}}'), with: [{ set: '/metadata/labels', to: labelsOf(value) }] }, { as: 'fence' });
  return [last, { do: 'await', watch: 'seen', until: { version: versionOf('fence') }, within: WAIT_MS }];
}

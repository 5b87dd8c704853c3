import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  eachInTurn,
  fc,
  inTurn,
  minimalObject,
  resourceOf,
  stepsOn,
  awaitEvents,
  awaitVersion,
  edited,
  versionOf,
} from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { QueryTemplate } from '../../program/program.ts';
import type { Operation, Program, Step, Template } from '../rule.ts';
import { fieldStories } from './field-story.ts';
import { made, watchBy } from './watch-steps.ts';

/** A selector on the label `tier`, and the label values by which objects enter and leave the selection. */
const SELECTORS: readonly string[] = [
  'tier=web',
  'tier==web',
  'tier!=web',
  'tier in (web,db)',
  'tier notin (web)',
  'tier',
  '!tier',
  'tier,tier!=web',
  'other=x,tier in (db)',
  'tier in (db),other=x',
];

/** How a label is written: by each kind of patch, by PUT, or through the other group-version of the kind. */
const WAYS = ['merge', 'strategic', 'json', 'put', 'other'] as const;
type Way = (typeof WAYS)[number];

/**
 * Cases of a watch with a selector on a label or, where a kind has one, on a field that changes. A server may refuse the
 * field.
 */
export function selectedStories(operation: Operation, choices: DialectChoices): fc.Arbitrary<Program> {
  const takesFields = operation.verb !== 'watch' || choices['watch.field-selector-on-name'] !== 'refused';
  const byField = takesFields ? fieldStories(operation) : undefined;
  return byField === undefined ? labelStories(operation) : eachInTurn(labelStories(operation), byField);
}

/**
 * Cases of a watch with a label selector. Objects exist, and the label of one changes step by step, before and after the
 * watch is opened: the object leaves the selection and enters it again, both in every way, and then changes at random.
 * Then it is deleted, selected or not, or all of its labels go. At the end a selected object changes once more: by then
 * the watch must have delivered all earlier events.
 */
function labelStories(operation: Operation): fc.Arbitrary<Program> {
  const value = fc.constantFrom<string | null>('web', 'db', null);
  const write = fc.record({ value, how: fc.constantFrom(...WAYS) });
  return fc
    .record({
      selector: inTurn(...SELECTORS),
      first: value,
      missed: fc.array(write, { maxLength: 2 }),
      ways: fc.shuffledSubarray([...WAYS], { minLength: WAYS.length }),
      more: fc.array(write, { maxLength: 2 }),
      from: fc.constantFrom<QueryTemplate>({}, { resourceVersion: versionOf('made-a') }, { resourceVersion: '0' }),
      goes: fc.boolean(),
    })
    .map(({ selector, first, missed, ways, more, from, goes }) => [
      ...made(operation, ['a'], labelsOf(first)),
      ...relabelled(operation, missed, 'm'),
      watchBy(operation, 'seen', { labelSelector: selector, ...from }),
      ...relabelled(operation, [...backAndForth(selector, ways), ...more], 'w'),
      ...(goes ? departed(operation) : stripped(operation)),
      ...lastSelected(operation, selector),
    ]);
}

/** The object enters the selection and leaves it again, in turn, each time in another way, until it did both in every way. */
function backAndForth(selector: string, ways: readonly Way[]): Relabelling[] {
  const enters = (how: Way): Relabelling => ({ value: SELECTED[selector] ?? null, how });
  const leaves = (how: Way): Relabelling => ({ value: UNSELECTED[selector] ?? null, how });
  const toAndFro = ways.flatMap((how, index) => [enters(how), leaves(ways[(index + 1) % ways.length] ?? how)]);
  // The object may have been selected at the beginning, so that the first write changes nothing.
  return [...toAndFro, ...ways.slice(0, 1).map(enters)];
}

/** All labels of the object go; a namespace keeps those of the run. */
function stripped(operation: Operation): Step[] {
  const on = stepsOn(resourceOf(operation));
  return on.resource.namespaced ? [on.patch('{{a}}', { metadata: { labels: null } }), on.get('{{a}}')] : [];
}

/** The delete of the object; not in a watch of it alone, in which it ends the case, nor of a namespace. */
function departed(operation: Operation): Step[] {
  const on = stepsOn(resourceOf(operation));
  return operation.verb === 'watch' || !on.resource.namespaced ? [] : [on.remove('{{a}}'), on.get('{{a}}')];
}

interface Relabelling {
  /** `null` removes the label. */
  readonly value: string | null;
  readonly how: Way;
}

function labelsOf(value: string | null): { readonly [label: string]: Template } {
  return value === null ? { other: 'x' } : { tier: value, other: 'x' };
}

function relabelled(operation: Operation, writes: readonly Relabelling[], series: string): Step[] {
  const on = stepsOn(resourceOf(operation));
  return writes.flatMap(({ value, how }, index): Step[] => {
    const step = `${series}${index}`;
    if (how === 'put') {
      const edit = value === null ? { remove: '/metadata/labels/tier' } : { set: '/metadata/labels/tier', to: value };
      return [
        on.get('{{a}}', { as: step }),
        on.replace('{{a}}', edited(step, [edit, { set: '/metadata/annotations/step', to: step }])),
      ];
    }
    // A JSON patch cannot remove a missing label, so it sets the label first.
    if (how === 'json')
      return [
        on.patch(
          '{{a}}',
          [
            { op: 'add', path: '/metadata/labels/tier', value: value ?? '' },
            ...(value === null ? [{ op: 'remove', path: '/metadata/labels/tier' }] : []),
          ],
          { contentType: JSON_PATCH_TYPE },
        ),
      ];
    const gvr = how === 'other' ? stepsOn(otherGroupVersion(on.resource)) : on;
    return [
      gvr.patch(
        '{{a}}',
        { metadata: { labels: { tier: value }, annotations: { step: step } } },
        { contentType: how === 'strategic' ? STRATEGIC_MERGE_PATCH_TYPE : MERGE_PATCH_TYPE },
      ),
    ];
  });
}

/** Values of the label by which each selector selects. */
const SELECTED: Readonly<Record<string, string | null>> = {
  'tier=web': 'web',
  'tier==web': 'web',
  'tier!=web': null,
  'tier,tier!=web': 'db',
  'other=x,tier in (db)': 'db',
  'tier in (db),other=x': 'db',
  'tier in (web,db)': 'db',
  'tier notin (web)': 'db',
  // A label with the empty value is a label too.
  tier: '',
  '!tier': null,
};

/** Values of the label by which each selector does not select. */
const UNSELECTED: Readonly<Record<string, string | null>> = {
  'tier=web': 'db',
  'tier==web': null,
  'tier!=web': 'web',
  'tier,tier!=web': 'web',
  'other=x,tier in (db)': 'web',
  'tier in (db),other=x': 'web',
  'tier in (web,db)': null,
  'tier notin (web)': 'web',
  tier: null,
  '!tier': 'db',
};

/**
 * The fence: for a single object, the object itself enters or stays; for a collection, another object enters. It
 * changes twice, the second time after the stream has delivered an event, because the stream has read the existing
 * objects by then.
 */
function lastSelected(operation: Operation, selector: string): Step[] {
  const on = stepsOn(resourceOf(operation));
  const value = SELECTED[selector] ?? null;
  const name = operation.verb === 'watch' ? '{{a}}' : '{{ab}}';
  const last = (step: string): Template => ({
    metadata: { labels: { ...labelsOf(value), tier: value }, annotations: { step } },
  });
  return [
    ...(operation.verb === 'watch'
      ? []
      : [
          on.create({
            $edit: minimalObject(on.maker, '{{ab}}'),
            with: [{ set: '/metadata/labels', to: labelsOf(value) }],
          }),
        ]),
    on.patch(name, last('last but one')),
    awaitEvents('seen', 1),
    on.patch(name, last('last'), { as: 'fence' }),
    awaitVersion('seen', 'fence'),
  ];
}

import type { Kind } from '../../../spec/surface/resources.ts';
import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { awaitEvents, awaitVersion, edited, fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Operation, Program, Step, Template } from '../rule.ts';
import { made, watchBy } from './watch-steps.ts';

/** A field that clients select by and that may change. */
interface SelectedField {
  /** The name of the field in a selector; its members are those of the path. */
  readonly field: string;
  readonly values: readonly [string, string, string];
  /** Whether `/status` writes it. */
  readonly isStatus: boolean;
}

const FIELDS: Readonly<Partial<Record<Kind, SelectedField>>> = {
  Pod: { field: 'status.phase', values: ['Pending', 'Running', 'Unknown'], isStatus: true },
  Event: { field: 'reason', values: ['Started', 'Pulled', 'Killing'], isStatus: false },
};

/** How the field is written: by two kinds of patch, or by PUT. */
const WAYS = ['merge', 'strategic', 'put'] as const;

interface FieldWrite {
  readonly value: string;
  readonly how: (typeof WAYS)[number];
}

/**
 * Cases of a watch with a field selector, for kinds that have such a field: its value changes step by step, each
 * time in another way, while the watch is open. At the end an object that the selector selects changes once more: by
 * then the watch must have delivered all earlier events. A server that does not support the field refuses the watch.
 */
export function fieldStories(operation: Operation): fc.Arbitrary<Program> | undefined {
  const selected = FIELDS[resourceOf(operation).kind];
  if (selected === undefined) return undefined;
  const { field, values } = selected;
  const [, wanted, other] = values;
  const write = fc.record({ value: fc.constantFrom(...values), how: fc.constantFrom(...WAYS) });
  return fc
    .record({
      selects: fc.constantFrom({ by: '=', last: wanted }, { by: '!=', last: other }),
      writes: fc.array(write, { minLength: 1, maxLength: 3 }),
      how: fc.constantFrom(...WAYS),
    })
    .map(({ selects, writes, how }) => {
      const on = stepsOn(resourceOf(operation));
      const name = operation.verb === 'watch' ? '{{a}}' : '{{ab}}';
      const story = [{ value: wanted, how }, ...writes, { value: other, how }, { value: wanted, how }];
      return [
        ...made(operation, ['a']),
        watchBy(operation, 'seen', { fieldSelector: `${field}${selects.by}${wanted}` }),
        ...story.flatMap((each, index) => written(on, '{{a}}', selected, each, `f${index}`)),
        ...(name === '{{a}}' ? [] : [on.create(minimalObject(on.maker, name))]),
        ...written(on, name, selected, { value: selects.last, how: 'merge' }, 'last'),
        awaitEvents('seen', 1),
        on.patch(name, { metadata: { annotations: { step: 'last' } } }, { as: 'fence' }),
        awaitVersion('seen', 'fence'),
      ];
    });
}

function written(
  on: Steps,
  name: string,
  { field, isStatus }: SelectedField,
  { value, how }: FieldWrite,
  readName: string,
): Step[] {
  const path = field.split('.');
  if (how === 'put') {
    const body = edited(readName, [{ set: `/${path.join('/')}`, to: value }]);
    return [on.get(name, { as: readName }), isStatus ? on.replaceStatus(name, body) : on.replace(name, body)];
  }
  const patch = path.reduceRight<Template>((inner, member) => ({ [member]: inner }), value);
  const options = { contentType: how === 'strategic' ? STRATEGIC_MERGE_PATCH_TYPE : MERGE_PATCH_TYPE };
  return [isStatus ? on.patchStatus(name, patch, options) : on.patch(name, patch, options)];
}

import { pointer } from '../../oracle/values/json-pointer.ts';
import { SPEC } from '../../../spec/dialects/index.ts';
import type { DefaultPath } from '../../checks/create/filled-defaults.ts';
import { withDocumentedDefaults } from '../../oracle/objects/documented-defaults.ts';
import { at } from '../../oracle/json.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { nest } from '../../generators/nest.ts';
import type { Edit } from '../../program/program.ts';
import { fc, inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Json, Operation, Program, Resource, Template } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export type PatternsOf = (resource: Resource) => readonly DefaultPath[];

/** Members of the pod spec, for every kind that has one. */
export function inPodSpec(...patterns: readonly DefaultPath[]): PatternsOf {
  return ({ kind }) => {
    const podSpec = POD_SPEC[kind];
    return podSpec === undefined ? [] : patterns.map((pattern) => [...podSpec, ...pattern]);
  };
}

/** The creates of kinds that describe pods. */
export const POD_CREATES: readonly Operation[] = CREATES.filter(
  (operation) => POD_SPEC[resourceOf(operation).kind] !== undefined,
);

/** The creates of kinds for which the document states a default there, whatever the rest of their spec. */
export function createsWithDefault(path: readonly string[]): Operation[] {
  return CREATES.filter((operation) => {
    const resource = resourceOf(operation);
    const bare = { ...minimalObject(resource, 'bare'), spec: {} };
    return at(withDocumentedDefaults(resource, bare, SPEC.choices), ...path) !== undefined;
  });
}

/** Programs that create an object without the member at the pattern, or with one of those values. */
export function defaultCases(
  operation: Operation,
  pattern: DefaultPath,
  values: readonly Template[],
  beside: readonly Edit[] = [],
): fc.Arbitrary<Program> {
  const place = pointerTo(pattern);
  const edit = fc.oneof(
    fc.constant<Edit>({ remove: place }),
    inTurn(...values).map((to): Edit => ({ set: place, to })),
  );
  const [value] = values;
  return edit.map((one) => [
    ...createEdited(operation, [...beside, one]),
    ...('remove' in one && value !== undefined ? afterPatch(operation, pattern, value, [...beside, one]) : []),
  ]);
}

/**
 * A patch that sets the member of `{{a}}`, and another object that lacks it: a server may have changed its default by
 * the patch. Only for members that may change.
 */
function afterPatch(operation: Operation, pattern: DefaultPath, value: Template, lacking: readonly Edit[]): Program {
  const resource = resourceOf(operation);
  const path = pattern.filter((step) => step !== '*');
  if (MUTABLE[resource.kind].template === undefined || path.length < pattern.length) return [];
  const on = stepsOn(resource);
  return [
    on.patch('{{a}}', nest(path.map(String), value as Json)),
    on.createHere({ $edit: minimalObject(resource, '{{b}}'), with: lacking }),
    on.get('{{b}}'),
  ];
}

/** Creates the smallest object with these edits, and reads it. */
export function createEdited(operation: Operation, edits: readonly Edit[]): Program {
  const resource = resourceOf(operation);
  return createAndRead(stepsOn(resource), { $edit: minimalObject(resource, '{{a}}'), with: edits });
}

/** Edits that add the init container of a pattern; the smallest objects have none. */
export function containerAt(pattern: DefaultPath): readonly Edit[] {
  const list = pattern.indexOf('initContainers');
  return list === -1 ? [] : [{ set: pointerTo(pattern.slice(0, list + 1)), to: [{ name: 'first', image: 'app:1' }] }];
}

/** A JSON pointer to the first match of a pattern. */
export function pointerTo(pattern: DefaultPath): string {
  return pointer(pattern.map((step) => (step === '*' ? 0 : step)));
}

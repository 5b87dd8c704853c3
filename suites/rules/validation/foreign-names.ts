import { statusOf } from '../../generators/statuses.ts';
import { at, textAt } from '../../oracle/json.ts';
import { keyOf, type ObjectKey } from '../../oracle/observed-state.ts';
import type { Edit } from '../../program/program.ts';
import { fc, minimalObject, resourceOf, stepsOn, edited } from '../cases.ts';
import { callsOf, type ResourceCalled, sent } from '../judging.ts';
import type { History, Operation, Program } from '../rule.ts';
import { attempt } from './writing-operations.ts';

/** A write whose body has the name or the namespace of another object than its path. */
export interface ForeignName {
  readonly exchange: ResourceCalled;
  readonly member: 'name' | 'namespace';
  /** In words, for reports. */
  readonly what: string;
  /** The object that the path names, or a create there would make. */
  readonly inPath: ObjectKey;
  readonly inBody: ObjectKey;
}

/** The creates and PUTs whose bodies name another object than their paths. */
export function* foreignNames(history: History): Iterable<ForeignName> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'replaceStatus')) {
    const { resource, verb, namespace, name } = exchange.call;
    const metadata = at(sent(exchange), 'metadata');
    const [sentName, sentNamespace] = [textAt(metadata, 'name') ?? '', textAt(metadata, 'namespace') ?? ''];
    const own = name ?? sentName;
    const inPath = keyOf(resource, namespace, own);
    if (namespace !== undefined && sentNamespace !== '' && sentNamespace !== namespace)
      yield {
        exchange,
        member: 'namespace',
        what: `a ${verb} whose body has another namespace than its path`,
        inPath,
        inBody: keyOf(resource, sentNamespace, own),
      };
    else if (sentName !== '' && sentName !== own)
      yield {
        exchange,
        member: 'name',
        what: 'a replace whose body has another name than its path',
        inPath,
        inBody: keyOf(resource, namespace, sentName),
      };
  }
}

/** A create or PUT of `{{a}}` whose body has the other namespace, which has `{{z}}` alone. */
export function inAnotherNamespace(operation: Operation): fc.Arbitrary<Program> {
  const [on, far] = [stepsOn(resourceOf(operation)), stepsOn(resourceOf(operation), 'ns2')];
  const elsewhere = {
    $edit: minimalObject(on.resource, '{{a}}'),
    with: [{ set: '/metadata/namespace', to: { $from: 'far', at: '/metadata/namespace' } }],
  };
  return fc.constant([
    far.create(minimalObject(far.maker, '{{z}}'), { as: 'far' }),
    far.list(),
    ...attempt(operation, elsewhere),
    far.get('{{a}}'),
    far.list(),
  ]);
}

/** A PUT of the first object whose body has the name of the second one, which exists or not. */
export function ofAnotherName(
  operation: Operation,
  [inPath, inBody]: readonly [inPath: string, inBody: string],
  exists: boolean,
): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const renamed: readonly Edit[] = [
    { set: '/metadata/name', to: inBody },
    { set: '/metadata/labels/renamed', to: 'yes' },
  ];
  // The client sets its own status, because a controller may write the same status to both objects.
  const edits =
    operation.verb === 'replace'
      ? fc.constant(renamed)
      : statusOf(on.resource).map((status): readonly Edit[] => [...renamed, { set: '/status', to: status }]);
  return edits.map((changes) => {
    const body = edited('read', changes);
    return [
      on.list(),
      on.create(minimalObject(on.maker, inPath)),
      ...(exists ? [on.create(minimalObject(on.maker, inBody))] : []),
      on.get(inPath, { as: 'read' }),
      operation.verb === 'replace' ? on.replace(inPath, body) : on.replaceStatus(inPath, body),
      on.get(inPath),
      on.get(inBody),
      on.list(),
    ];
  });
}

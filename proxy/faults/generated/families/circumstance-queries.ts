import type { Verb } from '../../../../spec/surface/operations.ts';
import { refused, takenFor } from '../bends.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { faultOn, type FaultyOperation, isOf, SUBJECTS } from '../on-operation.ts';
import { queryLike } from '../query-like.ts';
import { listing } from '../sample-objects.ts';
import { endingCall, patchingSample, twoSamples } from '../witness-of-call.ts';

const fault = faultOn('circumstance');

const LISTS: readonly Verb[] = ['list', 'listAll'];
const WATCHES: readonly Verb[] = ['watchList', 'watchAll'];
const SELECTING: readonly Verb[] = [...LISTS, ...WATCHES, 'deleteCollection'];

/** A parameter by a query of the witness. */
interface Parameter {
  readonly name: string;
  readonly query: string;
  readonly on: readonly Verb[];
}

/** Parameters that have an effect. */
const EFFECTIVE: readonly (Parameter & { readonly clause: string })[] = [
  {
    name: 'labelSelector',
    query: 'labelSelector=app%3Da',
    on: SELECTING,
    clause: 'parameters.list.label-selector',
  },
  {
    name: 'fieldSelector',
    query: 'fieldSelector=metadata.name%3Db',
    on: SELECTING,
    clause: 'parameters.list.field-selector',
  },
  {
    name: 'resourceVersion',
    query: 'resourceVersion={version:0}',
    on: WATCHES,
    clause: 'parameters.list.resource-version.1',
  },
];

/** Parameters beside which another one must keep its effect. */
const BESIDE: readonly Parameter[] = [
  ...EFFECTIVE,
  { name: 'zero-version', query: 'resourceVersion=0', on: LISTS },
  { name: 'includeUninitialized', query: 'includeUninitialized=true', on: SELECTING },
  { name: 'pretty', query: 'pretty=true', on: SELECTING },
  { name: 'timeoutSeconds', query: 'timeoutSeconds=1', on: SELECTING },
];

/** Queries of two parameters of which one loses its effect, or that are refused. */
export function* queryCircumstanceFaults(): Iterable<GeneratedFault> {
  for (const subject of SUBJECTS.filter(({ resource }) => resource.namespaced)) {
    for (const parameter of EFFECTIVE.filter((each) => isOn(each, subject)))
      for (const beside of BESIDE.filter((each) => isOn(each, subject) && each.name !== parameter.name))
        yield* faultsOf(subject, parameter, beside);
  }
}

const isOn = ({ on }: Parameter, { operation: { verb } }: FaultyOperation): boolean => on.includes(verb);

function* faultsOf(
  subject: FaultyOperation,
  parameter: (typeof EFFECTIVE)[number],
  beside: Parameter,
): Iterable<GeneratedFault> {
  const query = `${parameter.query}&${beside.query}`;
  const isLike = queryLike(query);
  const picks = (request: Parameters<typeof isLike>[0]): boolean => isOf(request, subject.operation) && isLike(request);
  const witness = [
    ...twoSamples(subject),
    patchingSample(subject.resource, 'b'),
    endingCall(subject, query),
    listing(subject.resource),
  ];
  const how = `beside-${beside.name}/${parameter.name}`;
  yield fault(
    subject,
    `${how}-ignored`,
    `with a query like \`${query}\` ignores \`${parameter.name}\``,
    parameter.clause,
    witness,
    () => takenFor(picks, (request) => request.query.delete(parameter.name)),
  );
  yield fault(subject, `${how}-refused`, `with a query like \`${query}\` is refused`, parameter.clause, witness, () =>
    refused(picks),
  );
}

import { PARAMETERS, type QueryParameter } from '../../../../spec/surface/parameters.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import type { Picks } from '../bends.ts';
import { isOf, type FaultyOperation, SUBJECTS } from '../on-operation.ts';
import { queryLike } from '../query-like.ts';
import { endingCall } from '../witness-of-call.ts';
import { bodyOptionFaults } from './param-body.ts';
import { witnessOf } from './param-way.ts';
import { waysOf } from './param-ways.ts';

/**
 * Each parameter of each operation of the tables is refused, ignored or read as another value, or the operation is
 * acknowledged without effect; and so is each delete option in a body.
 */
export function* paramFaults(): Iterable<GeneratedFault> {
  for (const subject of SUBJECTS) {
    for (const parameter of PARAMETERS[subject.operation.parameters]) yield* ofParameter(subject, parameter);
    yield* bodyOptionFaults(subject);
  }
}

function* ofParameter(subject: FaultyOperation, parameter: QueryParameter): Iterable<GeneratedFault> {
  for (const way of waysOf(parameter.name, subject)) {
    const asks = queryLike(way.query);
    const picks: Picks = (request) => isOf(request, subject.operation) && asks(request);
    yield {
      name: `param/${subject.label}/${parameter.name}/${way.how}`,
      family: 'param',
      summary: `${subject.operation.id}${way.query === '' ? '' : ` with a query like \`${way.query}\``} ${way.does}.`,
      operations: [subject.operation.id],
      clause: way.clause,
      ...(way.allowed === undefined ? {} : { allowed: way.allowed }),
      witness: witnessOf(subject, way, endingCall(subject, way.query)),
      hooks: () => way.hooks(picks),
    };
  }
}

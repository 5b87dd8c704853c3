import type { GeneratedFault } from '../generated-fault.ts';
import { spread } from '../members/spread.ts';
import { EMPTY_MEMBER_WAYS } from '../members/empty-member-ways.ts';
import { labelOf, type MemberPlace, memberPlaces, sampleOf } from '../members/member-place.ts';
import { MEMBER_WAYS, type MemberWay } from '../members/member-ways.ts';
import { operationIdOf, type WriteForm } from '../members/write.ts';

/**
 * Members that are dropped, made up, kept, changed, confused or refused, by each kind of write, and empty values that are
 * confused with null and absent members. Each faulty behaviour
 * of a member deep in a pod spec is derived once: on one kind, at one place, by one kind of write.
 */
export function* memberFaults(): Iterable<GeneratedFault> {
  for (const place of memberPlaces()) {
    for (const way of [...MEMBER_WAYS, ...EMPTY_MEMBER_WAYS]) {
      const turn = way.turn(place);
      if (turn === undefined) continue;
      for (const write of spread(place, way.id, way.writes(place))) yield faultOf(place, way, write, turn);
    }
  }
}

const WRITE_ONLY =
  'Types: the fields of Secret are not shown, and no response has `stringData`: no sentence says what a write of it does.';

function faultOf(place: MemberPlace, way: MemberWay, write: WriteForm, turn: number): GeneratedFault {
  const { resource, clause } = place;
  const allowed = place.member === 'stringData' ? WRITE_ONLY : way.allowed?.(place);
  return {
    name: `member/${resource.id}/${labelOf(place)}/${write.id}/${way.id}`,
    family: 'member',
    summary: `\`${labelOf(place)}\` of ${resource.id} ${way.says(place, write.title)}.`,
    operations: [operationIdOf(write, resource)],
    clause: clause ?? write.clause,
    ...(allowed === undefined ? {} : { allowed }),
    get witness() {
      return way.witness(place, write, sampleOf(resource, turn));
    },
    hooks: () => way.hooks(place)(place, write),
  };
}

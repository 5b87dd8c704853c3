import { isDeepStrictEqual } from 'node:util';
import { objectPath } from '../../bend.ts';
import type { Hooks } from '../../fault.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { FIXED } from '../members/fixed-members.ts';
import { labelOf, type MemberPlace, memberPlaces, sampleOf } from '../members/member-place.ts';
import { telling } from '../members/member-ways.ts';
import { otherValue } from '../members/other-value.ts';
import { Overlays } from '../members/overlays.ts';
import { gapsIn, spotsIn, spotsOf } from '../members/pattern.ts';
import { spread } from '../members/spread.ts';
import { isRefused } from '../members/taken.ts';
import { creating, reading, unsetting, writing } from '../members/witnesses.ts';
import { isWriteOf, MAIN_WRITES, operationIdOf, POST, type WriteForm } from '../members/write.ts';
import type { Witness } from '../witness.ts';

/** Immutable members that one kind of write changes, by another value or by leaving them out. */
export function* immutableFaults(): Iterable<GeneratedFault> {
  const writes = MAIN_WRITES.filter(({ id }) => id !== POST.id);
  for (const place of memberPlaces()) {
    const fixed = FIXED.find(({ applies }) => applies(place));
    const turn = telling(place);
    if (fixed === undefined || turn === undefined) continue;
    for (const write of spread(place, 'other', writes))
      yield faultOf({ ...place, turns: [turn] }, write, fixed.clause, 'changed');
    if (place.isRequired) continue;
    for (const write of spread(place, 'left out', writes))
      yield faultOf({ ...place, turns: [turn] }, write, fixed.clause, 'taken-away');
  }
}

type ForbiddenChange = 'changed' | 'taken-away';

function faultOf(place: MemberPlace, write: WriteForm, clause: string, change: ForbiddenChange): GeneratedFault {
  const { resource } = place;
  return {
    name: `immutable/${resource.id}/${labelOf(place)}/${write.id}/${change}`,
    family: 'immutable',
    summary: `\`${labelOf(place)}\` of ${resource.id} is ${change === 'changed' ? 'changed' : 'removed'} by ${write.title}, although no write may change it.`,
    operations: [operationIdOf(write, resource)],
    clause,
    get witness() {
      return witnessOf(place, write, change);
    },
    hooks: () => changing(place, write, change),
  };
}

function witnessOf(place: MemberPlace, write: WriteForm, change: ForbiddenChange): Witness {
  const { resource, pattern, turns } = place;
  const sample = sampleOf(resource, turns[0]);
  if (change === 'taken-away') return unsetting(place, write, sample);
  const other = structuredClone(sample);
  for (const spot of spotsIn(other, pattern)) spot.set(otherValue(place, spot.value));
  // A strategic merge patch knows elements by their names, so one that renames an element adds one.
  return [creating(resource, sample), writing(place, write, other), reading(resource)];
}

/** If the upstream refuses the change, the faulty server acknowledges it, and shows it from then on. */
function changing(place: MemberPlace, write: WriteForm, change: ForbiddenChange): Hooks {
  const overlays = new Overlays();
  const { pattern, resource } = place;
  return {
    event: overlays.shown.event,
    response: async (response, request, upstream) => {
      if (isWriteOf(request, write, resource) && isRefused(response)) {
        const stored = await upstream.send('GET', objectPath(request));
        const before = spotsIn(stored.json, pattern).map(({ value }): unknown => value);
        const says = spotsOf(request, pattern).filter(({ value, owner }) => value !== null && owner['op'] !== 'remove');
        const to = says.find(({ value }) => !before.some((each) => isDeepStrictEqual(each, value)))?.value;
        const removes = spotsOf(request, pattern).length > says.length || gapsIn(request.json, pattern).length > 0;
        if (before.length > 0 && (change === 'changed' ? to !== undefined : removes)) {
          overlays.set(stored.json, (object) => {
            for (const spot of spotsIn(object, pattern)) {
              if (change === 'changed') spot.set(structuredClone(to));
              else spot.remove();
            }
          });
          Object.assign(response, stored);
        }
      }
      overlays.shown.response(response, request);
    },
  };
}

import type { GeneratedFault } from '../generated-fault.ts';
import { ILLEGAL_VALUES, type IllegalValues } from '../members/illegal-values.ts';
import { initPlaces, labelOf, type MemberPlace, memberPlaces, sampleOf } from '../members/member-place.ts';
import { spread } from '../members/spread.ts';
import { taken } from '../members/taken.ts';
import { invalid } from '../members/ways.ts';
import { ownersIn, spotsOf } from '../members/pattern.ts';
import { creating, reading, setting, writing } from '../members/witnesses.ts';
import {
  isPost,
  isTabulated,
  isWriteOf,
  MAIN_WRITES,
  operationIdOf,
  POST,
  STATUS_WRITES,
  type WriteForm,
  YAML_WRITES,
} from '../members/write.ts';

const NOT_SHOWN = 'The document does not enumerate the values of the member: a server may take others.';
const ILLEGAL_WORD = 'Plumbline';

/** Legal values of enumerations that are refused, and illegal values that are accepted, for each kind of write. */
export function* enumFaults(): Iterable<GeneratedFault> {
  for (const place of [...memberPlaces(), ...initPlaces()]) {
    const writes = place.inStatus ? STATUS_WRITES : place.resource.kind === 'Pod' ? [POST] : MAIN_WRITES;
    for (const value of place.schema.enum ?? []) {
      for (const write of spread(
        place,
        `${value} refused`,
        writes.filter((each) => isTabulated(each, place.resource) && canSay(place, value)),
      ))
        yield refusedFault(place, write, value);
    }
    const breaking = ILLEGAL_VALUES.filter((each) => each.applies(place));
    const inYaml = YAML_WRITES.filter((write) => writes.some(({ verb }) => verb === write.verb));
    for (const write of spread(place, 'illegal', place.inStatus ? [] : [...writes, ...inYaml])) {
      if (place.schema.enum !== undefined) yield takenFault(place, write, illegalWord(place));
      for (const illegal of breaking)
        if (illegal.meansNothingIn === undefined || illegal.meansNothingIn !== write.mediaType)
          yield takenFault(place, write, illegal);
    }
  }
}

/** Whether the samples have that value: a value can be illegal beside the other values of the sample. */
function canSay({ values }: MemberPlace, value: string): boolean {
  return values.includes(value);
}

function refusedFault(place: MemberPlace, write: WriteForm, value: string): GeneratedFault {
  const { resource } = place;
  const turn = place.turns[place.values.indexOf(value)] ?? 0;
  return {
    name: `enum/${resource.id}/${labelOf(place)}/${write.id}/${value === '' ? 'empty' : value}-refused`,
    family: 'enum',
    summary: `The server refuses \`${labelOf(place)}: ${value}\` of ${resource.id} in ${write.title}, although it is legal.`,
    operations: [operationIdOf(write, resource)],
    clause: place.clause ?? write.clause,
    get witness() {
      return setting(place, write, sampleOf(resource, turn));
    },
    hooks: () => ({
      request: (request) =>
        isWriteOf(request, write, resource) && spotsOf(request, place.pattern).some((spot) => spot.value === value)
          ? invalid()
          : undefined,
    }),
  };
}

/**
 * Members that the document shows in a table without enumerating their values: `How concurrent executions are treated`.
 */
const NOT_ENUMERATED: ReadonlySet<string> = new Set(['concurrencyPolicy']);

/** The illegal value of an enumeration. If the document does not enumerate the values, it leaves them open. */
function illegalWord({ clause, schema, member }: MemberPlace): IllegalValues & { readonly allowed?: string } {
  return {
    id: 'illegal',
    clause: clause ?? 'errors.1',
    says: 'accepts a value that the document does not list',
    applies: () => true,
    value: ILLEGAL_WORD,
    isIllegal: ({ value }) => typeof value === 'string' && schema.enum?.includes(value) === false,
    ...(clause === undefined || NOT_ENUMERATED.has(member) ? { allowed: NOT_SHOWN } : {}),
  };
}

function takenFault(
  place: MemberPlace,
  write: WriteForm,
  illegal: IllegalValues & { readonly allowed?: string },
): GeneratedFault {
  const { resource, pattern } = place;
  return {
    name: `enum/${resource.id}/${labelOf(place)}/${write.id}/${illegal.id}-taken`,
    family: 'enum',
    summary: `In ${write.title} of ${resource.id}, the server ${illegal.says}: \`${labelOf(place)}\`.`,
    operations: [operationIdOf(write, resource)],
    clause: illegal.clause,
    ...(illegal.allowed === undefined ? {} : { allowed: illegal.allowed }),
    get witness() {
      const sample = sampleOf(resource, place.turns[0]);
      const broken = structuredClone(sample);
      for (const owner of ownersIn(broken, pattern))
        Object.assign(owner, illegal.beside, { [place.member]: illegal.value });
      const request =
        write.mediaType === undefined || illegal.beside === undefined
          ? writing(place, write, broken)
          : writing({ resource, pattern: pattern.slice(0, -1) }, write, broken);
      return isPost(write) ? [request, reading(resource)] : [creating(resource, sample), request, reading(resource)];
    },
    hooks: () => taken(place, write, illegal),
  };
}

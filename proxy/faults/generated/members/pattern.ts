import { isObject } from '../../bend.ts';
import { operationsOf, stepsOf } from '../../json-patch.ts';
import type { FaultyRequest } from '../../fault.ts';

/** Steps to a member: names, and `0` for the first element of a list, `+` for the later ones, `*` for each. */
export type MemberPattern = readonly string[];

/** One place of the member in a body. */
export interface MemberSpot {
  readonly value: unknown;
  /** The object that has the member; of an operation of a JSON patch that names the member itself, the operation. */
  readonly owner: Record<string, unknown>;
  set(value: unknown): void;
  remove(): void;
}

/** The places of a member in a value. */
export function spotsIn(value: unknown, pattern: MemberPattern): MemberSpot[] {
  const [step, ...rest] = pattern;
  if (step === undefined) return [];
  if (rest.length === 0) return isObject(value) && Object.hasOwn(value, step) ? [spotOf(value, step)] : [];
  return below(value, step).flatMap((inner) => spotsIn(inner, rest));
}

/** The objects in a value that could have the member and do not. */
export function gapsIn(value: unknown, pattern: MemberPattern): Record<string, unknown>[] {
  const member = pattern.at(-1) ?? '';
  return ownersIn(value, pattern).filter((owner) => (owner[member] ?? null) === null);
}

/** The objects in a value that have the member or could have it. */
export function ownersIn(value: unknown, pattern: MemberPattern): Record<string, unknown>[] {
  const [step, ...rest] = pattern;
  if (step === undefined) return [];
  if (rest.length === 0) return isObject(value) ? [value] : [];
  return below(value, step).flatMap((inner) => ownersIn(inner, rest));
}

/** The places of a member in the body of a write, whatever its form: a JSON patch names members by paths. */
export function spotsOf(request: FaultyRequest, pattern: MemberPattern): MemberSpot[] {
  if (!Array.isArray(request.json)) return spotsIn(request.json, pattern);
  return operationsOf(request).flatMap((operation) => {
    const steps = stepsOf(String(operation['path'] ?? ''));
    if (!steps.every((step, index) => pattern[index] !== undefined && matches(step, pattern[index]))) return [];
    if (steps.length < pattern.length) return spotsIn(operation['value'], pattern.slice(steps.length));
    return [
      {
        value: operation['value'],
        owner: operation,
        set: (value: unknown) => void (operation['value'] = value),
        remove: () => without(request, operation),
      },
    ];
  });
}

/** Whether a JSON patch removes the member, or a merge sets it to null. */
export function deletedMembers(request: FaultyRequest, pattern: MemberPattern): MemberSpot[] {
  return spotsOf(request, pattern).filter(
    ({ value, owner }) => value === null || (Array.isArray(request.json) && owner['op'] === 'remove'),
  );
}

function without(request: FaultyRequest, operation: unknown): void {
  if (Array.isArray(request.json)) request.json = (request.json as unknown[]).filter((each) => each !== operation);
}

function spotOf(owner: Record<string, unknown>, name: string): MemberSpot {
  return {
    value: owner[name],
    owner,
    set: (value) => void (owner[name] = value),
    remove: () => void delete owner[name],
  };
}

function below(value: unknown, step: string): unknown[] {
  if (Array.isArray(value)) return (value as unknown[]).filter((_, index) => matches(String(index), step));
  return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : [];
}

function matches(step: string, pattern: string): boolean {
  if (pattern === '*') return /^(?:\d+|-)$/.test(step);
  if (pattern === '+') return /^(?:[1-9]\d*|-)$/.test(step);
  return step === pattern;
}

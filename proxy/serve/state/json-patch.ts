import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '../../diff/json-value.ts';
import { PatchError } from './patch-error.ts';

/** Applies a JSON patch (RFC 6902). Throws a `PatchError` that names the operation that fails. */
export function jsonPatched(value: Json, patch: Json): Json {
  if (!Array.isArray(patch)) throw new PatchError('a JSON patch is a list of operations');
  return (patch as readonly Json[]).reduce<Json>((before, operation, index) => {
    try {
      return applied(before, operation);
    } catch (error) {
      throw error instanceof PatchError ? new PatchError(`operation ${index} of the patch: ${error.message}`) : error;
    }
  }, value);
}

function applied(value: Json, operation: Json): Json {
  if (!isObject(operation)) throw new PatchError('it is no object');
  const path = pointer(operation, 'path');
  switch (operation['op']) {
    case 'add':
      return put(value, path, given(operation), 'add');
    case 'replace':
      at(value, path);
      return put(value, path, given(operation), 'replace');
    case 'remove':
      return removed(value, path);
    case 'copy':
      return put(value, path, at(value, pointer(operation, 'from')), 'add');
    case 'move':
      return put(removed(value, pointer(operation, 'from')), path, at(value, pointer(operation, 'from')), 'add');
    case 'test':
      if (!isDeepStrictEqual(at(value, path), given(operation)))
        throw new PatchError(`the value at /${path.join('/')} is another`);
      return value;
    default:
      throw new PatchError(`there is no operation '${String(operation['op'])}'`);
  }
}

function pointer(operation: { readonly [member: string]: Json }, member: string): string[] {
  const text = Object.hasOwn(operation, member) ? operation[member] : undefined;
  if (typeof text !== 'string' || (text !== '' && !text.startsWith('/')))
    throw new PatchError(`'${member}' is no JSON pointer`);
  return text
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function given(operation: { readonly [member: string]: Json }): Json {
  if (!Object.hasOwn(operation, 'value')) throw new PatchError("'value' is missing");
  return operation['value'] ?? null;
}

function at(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>((current, step) => {
    const next = Array.isArray(current)
      ? (current[indexIn(current, step)] as Json | undefined)
      : isObject(current) && Object.hasOwn(current, step)
        ? current[step]
        : undefined;
    if (next === undefined) throw new PatchError(`nothing is at /${path.join('/')}`);
    return next;
  }, value);
}

function put(value: Json, path: readonly string[], what: Json, how: 'add' | 'replace'): Json {
  const [step, ...rest] = path;
  if (step === undefined) return what;
  return changed(
    value,
    step,
    (before) => put(before ?? null, rest, what, how),
    rest.length === 0 && how === 'add' ? 'insert' : 'set',
  );
}

function removed(value: Json, path: readonly string[]): Json {
  const [step, ...rest] = path;
  at(value, path);
  if (step === undefined) return null;
  if (rest.length > 0) return changed(value, step, (before) => removed(before ?? null, rest), 'set');
  if (Array.isArray(value)) return (value as readonly Json[]).filter((_, index) => index !== indexIn(value, step));
  return Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([member]) => member !== step));
}

function changed(value: Json, step: string, change: (before: Json | undefined) => Json, how: 'insert' | 'set'): Json {
  if (Array.isArray(value)) {
    const index = step === '-' && how === 'insert' ? value.length : indexIn(value, step);
    if (index > value.length - (how === 'insert' ? 0 : 1)) throw new PatchError(`the list ends before ${step}`);
    const list = value as readonly Json[];
    return how === 'insert' ? list.toSpliced(index, 0, change(undefined)) : list.with(index, change(list[index]));
  }
  if (!isObject(value)) throw new PatchError(`'${step}' is within something that has no members`);
  const members = new Map(Object.entries(value));
  members.set(step, change(members.get(step)));
  return Object.fromEntries(members);
}

function indexIn(list: readonly unknown[], step: string): number {
  if (!/^(0|[1-9]\d*)$/.test(step)) throw new PatchError(`'${step}' is no index of a list of ${list.length}`);
  return Number(step);
}

import { applyPatch } from 'rfc6902';
import { errorMessage } from '../../../shared/error-message.ts';
import { isObject, type Json, type JsonObject } from '../../diff/values/json-value.ts';
import { PatchError } from './patch-error.ts';

/** Applies a JSON patch (RFC 6902). Throws a `PatchError` that names the operation that fails. */
export function jsonPatched(value: Json, patch: Json): Json {
  if (!Array.isArray(patch)) throw new PatchError('a JSON patch is a list of operations');
  const root = { value: structuredClone(value) };
  for (const [index, operation] of (patch as readonly Json[]).entries()) {
    const failure = isObject(operation) ? failureOf(root, operation) : 'it is no object';
    if (failure !== undefined) throw new PatchError(`operation ${index} of the patch: ${failure}`);
  }
  return root.value;
}

/** Carries out an operation, which may replace the whole value, so the library gets the object around it. */
function failureOf(root: { value: Json }, { path, from, ...operation }: JsonObject): string | undefined {
  if (!isPointer(path)) return "'path' is no JSON pointer";
  if (from !== undefined && !isPointer(from)) return "'from' is no JSON pointer";
  const within = { ...operation, path: `/value${path}`, ...(from !== undefined && { from: `/value${from}` }) };
  try {
    // The library checks operations itself.
    const failure = applyPatch(root, [within as never])[0];
    if (failure === undefined || failure === null) return undefined;
    if (failure.name === 'TestError') return `the value at ${path} is another`;
    return failure.name === 'MissingError' ? `nothing is at ${from ?? path}` : failure.message;
  } catch (error) {
    return errorMessage(error);
  }
}

function isPointer(value: Json | undefined): value is string {
  return typeof value === 'string' && (value === '' || value.startsWith('/'));
}

import type { Exchange } from '../../oracle/history.ts';
import { at, type Json, textAt } from '../../oracle/json.ts';

/** The object version that a patch names, in any media type; `undefined` if it names none. */
export function versionInPatch({ request: { body } }: Exchange): Json | undefined {
  const patch = body?.value;
  if (!Array.isArray(patch)) return at(patch, 'metadata', 'resourceVersion');
  const operation = (patch as readonly Json[]).find((each) =>
    ['/metadata/resourceVersion', '/metadata', ''].includes(textAt(each, 'path') ?? '/other'),
  );
  return operation === undefined ? undefined : (at(operation, 'value') ?? null);
}

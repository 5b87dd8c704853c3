import type { Exchange } from '../../oracle/history.ts';
import type { Json } from '../../oracle/json.ts';
import { at, textAt } from '../../oracle/json.ts';

/** What a patch says of the version of its object, by whatever it is written in; `undefined` where it says nothing. */
export function versionInPatch({ request: { body } }: Exchange): Json | undefined {
  const patch = body?.value;
  if (!Array.isArray(patch)) return at(patch, 'metadata', 'resourceVersion');
  const operation = (patch as readonly Json[]).find((each) =>
    ['/metadata/resourceVersion', '/metadata', ''].includes(textAt(each, 'path') ?? '/other'),
  );
  return operation === undefined ? undefined : (at(operation, 'value') ?? null);
}

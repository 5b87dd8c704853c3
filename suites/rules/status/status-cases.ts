import { pointer } from '../../oracle/values/json-pointer.ts';
import { identifyingMember } from '../../generators/changes.ts';
import { nest } from '../../generators/nest.ts';
import type { CallStep, Edit } from '../../program/program.ts';
import { edited, operationsOf, type Steps } from '../cases.ts';
import type { JsonObject, Operation, Template } from '../rule.ts';

/** PUT and PATCH of /status. A namespace that is not being deleted has only one legal status. */
export const ALL_STATUS_WRITES: readonly Operation[] = operationsOf(['replaceStatus', 'patchStatus']);

export const STATUS_WRITES: readonly Operation[] = operationsOf(
  ['replaceStatus', 'patchStatus'],
  ({ namespaced }) => namespaced,
);

export const STATUS_PUTS: readonly Operation[] = operationsOf(['replaceStatus'], ({ namespaced }) => namespaced);

/**
 * Writes that status to `{{a}}` by the operation, given an earlier `read`; a PUT sends the rest as read, with these
 * edits.
 */
export function writeStatus(
  operation: Operation,
  on: Steps,
  status: JsonObject,
  edits: readonly Edit[] = [],
  rest: Template = {},
): CallStep {
  if (operation.verb === 'replaceStatus')
    return on.replaceStatus('{{a}}', edited('read', [{ set: '/status', to: status }, ...edits]));
  return on.patchStatus('{{a}}', { ...(rest as JsonObject), status });
}

/** A member of the spec, with its initial value or one that no case uses otherwise, and the same as a patch. */
export function otherSpec(
  on: Steps,
  which: 'at-first' | 'by-status' = 'by-status',
): {
  readonly edit: { readonly set: string; readonly to: Template };
  readonly patch: JsonObject;
  /** The patch that takes the member away. */
  readonly removal: JsonObject;
} {
  const member = identifyingMember(on.resource, which);
  const [path, value] =
    member.inBody && member.path[0] === 'spec'
      ? [member.path, member.value]
      : [['spec', 'activeDeadlineSeconds'], which === 'at-first' ? 777_776 : 777_777];
  return {
    edit: { set: pointer(path), to: value },
    patch: nest(path, value),
    removal: nest(path, null),
  };
}

import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeIdentity } from '../../checks/write/identity.ts';
import { inTurn, A_SECOND_LATER, eachInTurn, fc, minimalObject, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { PATCHES, anyPatchCases } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/keeps-the-identity-of-the-object',
  level: 'must',
  title:
    'A PATCH keeps the uid, the creation time, the name and the namespace of the object, and its response has the kind and the apiVersion of its path.',
  cites: ['object-metadata.uid.2', 'object-metadata.creation-timestamp.1', 'semantics.4.1'],
  operations: PATCHES,
  cases: (operation) => eachInTurn(anyPatchCases(operation), later(operation), withoutCreationTime(operation)),
  check: (history: History): Iterable<Finding> => judgeIdentity(history, 'patch'),
  least: 3,
};

/** A patch that leaves the creation time alone. */
function later(operation: Operation): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const patch = on.patch('{{a}}', { metadata: { annotations: { kept: 'yes' } } }, { contentType: MERGE_PATCH_TYPE });
  return fc.constant(writeAndRead(on, minimalObject(on.maker, '{{a}}'), [A_SECOND_LATER, patch]));
}

/** A patch that was made from whole objects of a client in Go, which has null for the time that it does not set. */
function withoutCreationTime(operation: Operation): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const body = { metadata: { creationTimestamp: null, annotations: { kept: 'yes' } } };
  return inTurn(MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE).map((contentType) =>
    writeAndRead(on, minimalObject(on.maker, '{{a}}'), [on.patch('{{a}}', body, { contentType })], 0),
  );
}

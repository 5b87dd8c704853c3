import { judgeIdentity } from '../../checks/write/identity.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { PATCHES, anyPatchCases } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/keeps-the-identity-of-the-object',
  level: 'must',
  title:
    'A PATCH keeps the uid, the creation time, the name and the namespace of the object, and its response has the kind and the apiVersion of its path.',
  cites: ['object-metadata.uid.2', 'semantics.4.1'],
  operations: PATCHES,
  cases: anyPatchCases,
  check: (history: History): Iterable<Finding> => judgeIdentity(history, 'patch'),
  least: 3,
};

import { judgeNewVersions } from '../../checks/write/versions.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { PATCHES, anyPatchCases } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/changes-the-version',
  level: 'must',
  title: 'A PATCH that changes the object gives it another version.',
  cites: ['object-metadata.resource-version.1'],
  operations: PATCHES,
  cases: anyPatchCases,
  check: (history: History): Iterable<Finding> => judgeNewVersions(history, 'patch'),
};

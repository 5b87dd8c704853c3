import { judgeResponses } from '../../checks/write/stored-responses.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { PATCHES, anyPatchCases } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/answer-is-the-patched-object',
  level: 'must',
  title: 'Gets, lists and watches show the same object as the response of a PATCH.',
  cites: ['errors.1', 'what-the-service-does.1'],
  operations: PATCHES,
  needs: ['create', 'get'],
  cases: anyPatchCases,
  check: (history: History): Iterable<Finding> => judgeResponses(history, 'patch'),
};

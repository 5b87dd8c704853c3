import { judgeOneOrder } from '../../checks/linearizability/one-order.ts';
import { concurrentProgram } from '../../generators/concurrent-programs.ts';
import { operationsOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { waysOf } from './ways-of.ts';

export const rule: Rule = {
  id: 'concurrency/answers-fit-one-order',
  level: 'must',
  title:
    'However the requests of several clients on an object overlap, some order of them, one at a time, explains every response.',
  cites: [
    'what-the-service-does.1',
    'semantics.1.2',
    'rules.1.1',
    'semantics.5.2',
    'semantics.6.1',
    'object-metadata.resource-version.1',
  ],
  operations: operationsOf(
    ['create', 'get', 'list', 'replace', 'patch', 'delete', 'replaceStatus', 'patchStatus', 'deleteCollection'],
    ({ namespaced }) => namespaced,
  ),
  needs: ['create', 'get', 'list'],
  cases: (operation) => concurrentProgram(waysOf(operation), operation.verb),
  check: judgeOneOrder,
  least: 2,
};

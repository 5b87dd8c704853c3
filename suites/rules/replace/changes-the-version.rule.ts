import { changeOf } from '../../generators/changes.ts';
import type { Finding } from '../../checks/finding.ts';
import { judgeNewVersions } from '../../checks/write/versions.ts';
import { objectOf } from '../../generators/objects.ts';
import { markChange } from '../../generators/changes.ts';
import type { History } from '../../oracle/history.ts';
import * as fc from 'fast-check';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { edited, writeAndRead } from '../write-and-read.ts';

export const rule: Rule = {
  id: 'replace/changes-the-version',
  level: 'must',
  title: 'A PUT that changes the object gives it another version.',
  cites: ['object-metadata.resource-version.1', 'rules.1.1'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(objectOf(on.maker), changeOf(on.resource))
      .map(([object, edits]) =>
        writeAndRead(on, object, [on.replace('{{a}}', edited('read', [...edits, ...markChange(on.resource, 'new')]))]),
      );
  },
  check: (history: History): Iterable<Finding> => judgeNewVersions(history, 'replace'),
};

import { judgeNewVersions } from '../../checks/write/versions.ts';
import { changeOf, distinctChange } from '../../generators/changes.ts';
import { objectOf, fc, operationsOf, resourceOf, stepsOn, edited, writeAndRead } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';

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
        writeAndRead(on, object, [
          on.replace('{{a}}', edited('read', [...edits, ...distinctChange(on.resource, 'new')])),
        ]),
      );
  },
  check: (history: History): Iterable<Finding> => judgeNewVersions(history, 'replace'),
};

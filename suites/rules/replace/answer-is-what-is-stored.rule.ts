import { judgeResponses } from '../../checks/write/stored-responses.ts';
import { changeOf, distinctChange } from '../../generators/changes.ts';
import { fc, objectOf, operationsOf, resourceOf, stepsOn, edited, writeAndRead } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/answer-is-what-is-stored',
  level: 'must',
  title: 'Gets, lists and watches show the same object as the response of a PUT.',
  cites: ['what-the-service-does.1', 'errors.1', 'events.5.1'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(objectOf(on.maker), changeOf(on.resource))
      .map(([object, edits]) =>
        writeAndRead(on, object, [
          on.replace('{{a}}', edited('read', [...edits, ...distinctChange(on.resource, 'seen')])),
        ]),
      );
  },
  check: (history: History): Iterable<Finding> => judgeResponses(history, 'replace'),
};

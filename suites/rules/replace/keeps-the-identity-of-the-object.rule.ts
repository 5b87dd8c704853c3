import { judgeIdentity } from '../../checks/write/identity.ts';
import { distinctChange } from '../../generators/changes.ts';
import type { Edit } from '../../program/program.ts';
import {
  A_SECOND_LATER,
  inTurn,
  minimalObject,
  operationsOf,
  resourceOf,
  stepsOn,
  edited,
  writeAndRead,
} from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';

const WITHOUT_TIME: readonly Edit[] = [{ remove: '/metadata/creationTimestamp' }];

const TAMPERING: readonly (readonly Edit[])[] = [
  WITHOUT_TIME,
  [],
  [{ set: '/metadata/creationTimestamp', to: '2001-01-01T00:00:00Z' }],
  // Clients in Go send null for a time that they do not set.
  [{ set: '/metadata/creationTimestamp', to: null }],
  [{ remove: '/metadata/uid' }],
  [{ set: '/metadata/selfLink', to: '/elsewhere' }],
  [{ set: '/metadata/generation', to: 77 }],
];

export const rule: Rule = {
  id: 'replace/keeps-the-identity-of-the-object',
  level: 'must',
  title:
    'A PUT keeps the uid, the creation time, the name and the namespace of the object, and its response has the kind and the apiVersion of its path.',
  cites: [
    'object-metadata.uid.2',
    'object-metadata.uid.1',
    'object-metadata.creation-timestamp.1',
    'object-metadata.name.1',
    'object-metadata.namespace.1',
  ],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...TAMPERING).map((edits) =>
      writeAndRead(on, minimalObject(on.maker, '{{a}}'), [
        ...(edits === WITHOUT_TIME ? [A_SECOND_LATER] : []),
        on.replace('{{a}}', edited('read', [...distinctChange(on.resource, 'kept'), ...edits])),
      ]),
    );
  },
  check: (history: History): Iterable<Finding> => judgeIdentity(history, 'replace'),
};

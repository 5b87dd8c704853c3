import type { Clause } from './clause.ts';
import { clauses, fieldClauses } from './rows.ts';

const SECTION = 'Object metadata (as it appears in payloads)';

export const OBJECT_METADATA: readonly Clause[] = [
  ...fieldClauses(SECTION, 'object-metadata', [
    { field: 'name', type: 'a string', says: [['It is the name of the object.']] },
    { field: 'namespace', type: 'a string', says: [['It is the namespace that the object is in.']] },
    { field: 'selfLink', type: 'a string', says: [['It is the path of the object.']] },
    {
      field: 'uid',
      type: 'a string',
      says: [['It is unique to the object.'], ['The system assigns it.'], ['It has the form of a UUID.']],
    },
    {
      field: 'resourceVersion',
      type: 'a string',
      says: [
        ['It names a version of the object, which lists and watches can ask for.'],
        ['It is opaque: versions can only be compared for equality.', 'must', 'the word "opaque"'],
      ],
    },
    { field: 'generation', type: 'an integer', says: [['It increases when the spec changes.']] },
    {
      field: 'creationTimestamp',
      type: 'a string',
      says: [
        ['It is a timestamp in the form of RFC 3339.'],
        ['In a pod template it is null.', 'may', 'as payloads show it; leaving it out means the same'],
      ],
    },
    { field: 'labels', type: 'a map from string to string', says: [['Selectors can select by them.']] },
    {
      field: 'annotations',
      type: 'a map from string to string',
      says: [
        ['They are kept as they are sent.', 'must', 'they belong to payloads as labels do'],
        [
          'On a Deployment, the system adds one that holds its revision, under a key such as deployment.kubernetes.io/revision.',
        ],
      ],
    },
  ]),
  ...clauses(SECTION, [
    ['list-payload.1', 'A list carries apiVersion.'],
    ['list-payload.2', 'A list carries kind.'],
    ['list-payload.3', 'A list carries metadata with selfLink and resourceVersion.'],
    ['list-payload.4', 'A list carries items, an array of objects of the kind.'],
  ]),
];

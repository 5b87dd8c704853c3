import type { Clause } from './clause.ts';
import { DESCRIBES, clauses } from './rows.ts';

const NO_MEMBER = 'It groups kinds for the reader; no request or response names the group of a kind.';

export const WHAT_THE_SERVICE_DOES: readonly Clause[] = [
  ...clauses('Cluster Resource API: Workloads, Core Objects and Watch Streams', [
    ['service.base-address', 'Every path is relative to one base address.'],
  ]),
  ...clauses('What the service does', [
    [
      'what-the-service-does.1',
      'The service stores resource objects and offers to create, read (get, list, list over all namespaces, watch), replace, patch, delete and collection-delete them.',
    ],
    [
      'what-the-service-does.desired-state',
      'The service stores a created resource, and then brings the real system to the state that its spec asks for.',
      'must',
      'stated flatly, but acted on by controllers over time',
    ],
    [
      'what-the-service-does.status',
      'The status of an object reports the state that was observed last.',
      'must',
      'stated flatly, but written by controllers over time',
    ],
    [
      'what-the-service-does.categories',
      'Resources are workloads, discovery and load balancing, config and storage, cluster, or metadata.',
      'may',
      DESCRIBES,
      NO_MEMBER,
    ],
    [
      'what-the-service-does.components',
      'An object has apiVersion and kind, metadata, a spec that clients write and a status that the system writes.',
      'may',
      'the word "normally"',
    ],
    [
      'what-the-service-does.operation-families',
      'Most resources can be created, replaced, patched, got, listed, listed over all namespaces, watched and deleted.',
      'may',
      'the word "most"',
    ],
    [
      'what-the-service-does.additional-operations',
      'Some kinds can also be rolled back, scaled, or have their status read and written.',
      'may',
      'the word "some"',
    ],
    [
      'what-the-service-does.namespaces',
      'A namespace scopes names: two objects of one kind and name can be in two namespaces.',
    ],
    [
      'what-the-service-does.authorization-scope',
      'A namespace scopes authorization.',
      'may',
      DESCRIBES,
      'The document does not show how callers identify themselves, nor what they may do (Authentication).',
    ],
    ['what-the-service-does.namespaced-paths', 'The path of a namespaced object names its namespace.'],
  ]),
];

import { type Operation, OPERATIONS, type Verb } from '../surface/operations.ts';
import type { Clause } from './clause.ts';
import { clauses } from './rows.ts';

/** The verb phrases of the clauses' sentences. */
const DOES: Readonly<Record<Verb, string>> = {
  discover: 'lists the resources of the group version',
  create: 'creates an object',
  get: 'reads an object',
  list: 'lists a collection',
  listAll: 'lists the kind over all namespaces',
  watch: 'watches one object',
  watchList: 'watches a collection',
  watchAll: 'watches the kind over all namespaces',
  replace: 'replaces an object',
  patch: 'patches an object',
  delete: 'deletes an object',
  deleteCollection: 'deletes the objects of a collection',
  getStatus: 'reads an object with its status',
  replaceStatus: 'replaces the status of an object',
  patchStatus: 'patches the status of an object',
};

/** By path prefix: the heading of the document with the table of its operations. */
const SECTION_OF: ReadonlyMap<string, string> = new Map([
  ['/api/v1', 'Core group, prefix /api/v1'],
  ['/apis/extensions/v1beta1', 'Group extensions, version v1beta1, prefix /apis/extensions/v1beta1'],
  ['/apis/apps/v1beta1', 'Group apps, version v1beta1, prefix /apis/apps/v1beta1'],
  ['/apis/batch/v2alpha1', 'Group batch, version v2alpha1, prefix /apis/batch/v2alpha1 (CronJob)'],
  ['/apis/batch/v1', 'Group batch, version v1, prefix /apis/batch/v1 (Job)'],
]);

/**
 * The id of the clause of a tabulated operation: `endpoints.get.api.v1.namespaces.namespace.pods.name` for `GET
 * /api/v1/namespaces/{namespace}/pods/{name}`.
 */
export function endpointClauseId({ method, path }: Operation): string {
  return `endpoints.${method.toLowerCase()}.${path.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '.').toLowerCase()}`;
}

function endpointClause(operation: Operation): Clause {
  const prefix =
    [...SECTION_OF.keys()].find((start) => operation.path === start || operation.path.startsWith(`${start}/`)) ?? '';
  return {
    id: endpointClauseId(operation),
    section: SECTION_OF.get(prefix) ?? '',
    statement: `${operation.id} ${DOES[operation.verb]}: ${bodyOf(operation)}, ${parametersOf(operation)}, and returns ${operation.response}.`,
    level: 'must',
    reason: 'a row of the endpoint tables',
  };
}

function bodyOf({ body }: Operation): string {
  return body === 'none' ? 'it has no body' : `it has the body ${body}`;
}

function parametersOf({ parameters }: Operation): string {
  if (parameters === 'none') return 'takes no parameters';
  return parameters === 'pretty' ? 'takes pretty' : `takes the parameters of set ${parameters}`;
}

export const ENDPOINTS: readonly Clause[] = [
  ...clauses('Endpoints', [
    ['endpoints.success-status', 'Every endpoint returns HTTP 200 on success.', 'must', 'the word "all"'],
    [
      'endpoints.discovery',
      'Group-version discovery endpoints declare the default response.',
      'may',
      'does not say what the default is',
    ],
  ]),
  ...OPERATIONS.filter(({ tabulated }) => tabulated).map(endpointClause),
];

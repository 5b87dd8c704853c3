import type { Operation, Verb } from '../../spec/surface/operations.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';
import type { Program, Template } from '../drivers/program.ts';
import { minimalObject } from '../generators/minimal-objects.ts';
import type { Extra, Steps } from './steps.ts';
import { AT_ONCE, resourceOf, stepsOn } from './steps.ts';

/** Selects the objects of this case. */
export const OWN_OBJECTS = 'plumbline-case={{case}}';

type Exercised = Exclude<Verb, 'watch' | 'watchList' | 'watchAll' | 'discover'>;

const RELABEL: Template = { metadata: { labels: { exercised: 'yes' } } };

/** For each verb, the steps after an object `{{a}}` was made as `made`, the last of them the verb itself. */
const LAST: Readonly<Record<Exclude<Exercised, 'create'>, (on: Steps, extra: Extra) => Program>> = {
  get: (on, extra) => [on.get('{{a}}', extra)],
  list: (on, extra) => [on.list(extra)],
  listAll: (on, extra) => [on.listAll(extra)],
  replace: (on, extra) => [
    on.get('{{a}}', { as: 'read' }),
    on.replace('{{a}}', { $edit: { $from: 'read' }, with: [{ set: '/metadata/labels/exercised', to: 'yes' }] }, extra),
  ],
  patch: (on, extra) => [on.patch('{{a}}', RELABEL, extra)],
  delete: (on, extra) => [on.remove('{{a}}', extra)],
  deleteCollection: (on, extra) => [
    on.removeAll({ ...extra, body: AT_ONCE, query: { labelSelector: OWN_OBJECTS, ...extra.query } }),
  ],
  getStatus: (on, extra) => [on.getStatus('{{a}}', extra)],
  replaceStatus: (on, extra) => [
    on.getStatus('{{a}}', { as: 'read' }),
    on.replaceStatus('{{a}}', { $from: 'read' }, extra),
  ],
  patchStatus: (on, extra) => [on.patchStatus('{{a}}', { status: {} }, extra)],
};

/** A program whose last step is a plain, successful call of that operation, with these extras: for rules about all operations alike. */
export function exercise(operation: Operation, extra: Extra = {}): Program {
  if (operation.verb === 'discover') return discover(operation, extra);
  const on = stepsOn(resourceOf(operation));
  if (operation.verb === 'create') return [on.createHere(minimalObject(on.resource, '{{a}}'), extra)];
  return [
    on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
    ...LAST[operation.verb as keyof typeof LAST](on, extra),
  ];
}

function discover(operation: Operation, extra: Extra): Program {
  const resource = RESOURCES.find(({ prefix }) => prefix === operation.path);
  return resource === undefined ? [] : [{ do: 'call', verb: 'discover', resource: resource.id, ...extra }];
}

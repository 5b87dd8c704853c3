import { AT_ONCE } from '../program/at-once.ts';
import type { Operation, Verb } from '../../spec/surface/operations.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';
import type { Program, Template } from '../program/program.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { type Extra, resourceOf, type Steps, stepsOn } from './steps.ts';
import { OWN_OBJECTS } from './write-and-read.ts';

type Exercised = Exclude<Verb, 'watch' | 'watchList' | 'watchAll' | 'discover'>;

const RELABEL: Template = { metadata: { labels: { exercised: 'yes' } } };

/** For each verb, the steps after an object of that name was made; the last one is the verb itself. */
const LAST: Readonly<Record<Exclude<Exercised, 'create'>, (on: Steps, name: string, extra: Extra) => Program>> = {
  get: (on, name, extra) => [on.get(name, extra)],
  list: (on, _, extra) => [on.list(extra)],
  listAll: (on, _, extra) => [on.listAll(extra)],
  replace: (on, name, extra) => [
    on.get(name, { as: 'read' }),
    on.replace(name, { $edit: { $from: 'read' }, with: [{ set: '/metadata/labels/exercised', to: 'yes' }] }, extra),
  ],
  patch: (on, name, extra) => [on.patch(name, RELABEL, extra)],
  delete: (on, name, extra) => [on.remove(name, extra)],
  deleteCollection: (on, _, extra) => [
    on.removeAll({ ...extra, body: AT_ONCE, query: { ...OWN_OBJECTS, ...extra.query } }),
  ],
  getStatus: (on, name, extra) => [on.getStatus(name, extra)],
  replaceStatus: (on, name, extra) => [
    on.getStatus(name, { as: 'read' }),
    on.replaceStatus(name, { $from: 'read' }, extra),
  ],
  patchStatus: (on, name, extra) => [on.patchStatus(name, { status: {} }, extra)],
};

/**
 * A program whose last step is a plain, successful call of that operation, with these extras: for rules about all
 * operations alike.
 */
export function exercise(operation: Operation, extra: Extra = {}, name = '{{a}}'): Program {
  if (operation.verb === 'discover') return discover(operation, extra);
  const on = stepsOn(resourceOf(operation));
  if (operation.verb === 'create') return [on.createHere(minimalObject(on.resource, name), extra)];
  return [
    on.create(minimalObject(on.maker, name), { as: 'made' }),
    ...LAST[operation.verb as keyof typeof LAST](on, name, extra),
  ];
}

function discover(operation: Operation, extra: Extra): Program {
  const resource = RESOURCES.find(({ prefix }) => prefix === operation.path);
  return resource === undefined ? [] : [{ do: 'call', verb: 'discover', resource: resource.id, ...extra }];
}

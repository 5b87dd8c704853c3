import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import {
  awaitEvents,
  type Extra,
  minimalObject,
  operationsOf,
  OWN_OBJECTS,
  type Steps,
  stepsOn,
  versionOf,
} from '../cases.ts';
import { heldObject } from '../held-object.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Operation, Program, Step, Template } from '../rule.ts';

export const DELETES: readonly Operation[] = operationsOf(['delete']);

/** Deletes in namespaces: an object there goes by itself, a namespace only after its contents. */
export const DELETES_IN_NAMESPACES: readonly Operation[] = operationsOf(['delete'], ({ namespaced }) => namespaced);

/** Every way of giving one option alone. */
export const SINGLE_OPTIONS: readonly { readonly [option: string]: Template }[] = [
  { gracePeriodSeconds: 0 },
  { gracePeriodSeconds: 3 },
  { propagationPolicy: 'Background' },
  { propagationPolicy: 'Foreground' },
  { propagationPolicy: 'Orphan' },
  { orphanDependents: true },
  { orphanDependents: false },
];

/** The type of delete options. */
export const TYPED = { kind: 'DeleteOptions', apiVersion: 'v1' } as const;

/** Options that name their type, as many clients send them. */
export const TYPED_OPTIONS: readonly { readonly [option: string]: Template }[] = [
  { ...TYPED, gracePeriodSeconds: 0 },
  { ...TYPED, propagationPolicy: 'Background' },
];

/** Each option in YAML. */
export const OPTIONS_IN_YAML: readonly Pick<Extra, 'body' | 'contentType'>[] = SINGLE_OPTIONS.map((option) => ({
  body: { ...TYPED, ...option },
  contentType: YAML_TYPE,
}));

/** Gives a pod a host, which is none of the cluster: only pods that have one wait for their grace period. */
export const ON_A_HOST = { set: '/spec/nodeName', to: 'plumbline-none' } as const;

/** Makes `{{a}}` beside `{{ab}}`, deletes it, and reads it in every way. */
export function deleteAndRead(on: Steps, deletion: Step, body: Template = minimalObject(on.maker, '{{a}}')): Program {
  const other = stepsOn(otherGroupVersion(on.resource));
  return [
    on.create(body, { as: 'made' }),
    on.create(minimalObject(on.maker, '{{ab}}')),
    on.get('{{a}}', { as: 'read' }),
    deletion,
    on.get('{{a}}'),
    on.list(),
    other.get('{{a}}'),
    on.listAll({ query: OWN_OBJECTS }),
  ];
}

/**
 * Deletes with these options of objects that stay readable, because a finalizer holds them, and a watch that shows the
 * finalizers that they get.
 */
export function watchedDeletes(on: Steps, deletes: readonly (readonly [name: string, options: Extra])[]): Program {
  return [
    ...deletes.map(([name]) => on.create(heldObject(on, name))),
    on.list({ as: 'list' }),
    on.watchList('seen', { via: 'parameter', query: { ...OWN_OBJECTS, resourceVersion: versionOf('list') } }),
    ...deletes.flatMap(([name, options]) => [on.remove(name, options), on.get(name)]),
    awaitEvents('seen', deletes.length),
  ];
}

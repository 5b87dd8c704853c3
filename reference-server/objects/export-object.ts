import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import { type ServerContext, strategyContext, strategyOf } from './server-context.ts';

/**
 * The object without the fields that a user cannot specify: system metadata and status. `exact` keeps fields that
 * are specific to this cluster, such as the namespace (document, parameter set R).
 */
export function exportObject(context: ServerContext, resource: Resource, shown: ApiObject, exact: boolean): ApiObject {
  const strategy = strategyOf(context, resource);
  const { uid: _u, selfLink: _s, resourceVersion: _r, creationTimestamp: _c, generation: _g, ...rest } = shown.metadata;
  const { deletionTimestamp: _d, deletionGracePeriodSeconds: _p, namespace, ...kept } = rest;
  const metadata: ObjectMeta = exact && namespace !== undefined ? { ...kept, namespace } : kept;
  const { status: _, ...withoutStatus } = shown;
  const stripped: ApiObject = { ...withoutStatus, kind: shown.kind, apiVersion: shown.apiVersion, metadata };
  const exported = strategy.forExport?.(stripped, exact, context.choices) ?? stripped;
  if (context.choices['get.export-status'] !== 'as-at-creation') return exported;
  const { exportedStatus } = strategy.byKind ?? {};
  const isEmptied = exportedStatus === 'empty' || (exportedStatus === 'empty-unless-exact' && !exact);
  const { status } = isEmptied ? { status: {} } : strategy.prepareForCreate(shown, strategyContext(context, resource));
  const { selfLink, generation } = shown.metadata;
  const system = { selfLink, creationTimestamp: null, ...(generation === undefined ? {} : { generation }) };
  const { name, ...nameless } = exported.metadata;
  const named = (nameless.generateName ?? '') === '' ? { name, ...nameless } : nameless;
  return {
    ...exported,
    metadata: { ...named, ...system } as unknown as ObjectMeta,
    ...(status === undefined ? {} : { status }),
  };
}

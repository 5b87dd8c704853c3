import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import type { StrategyContext } from '../resources/strategy.ts';
import { alreadyExists, invalid, unreadable } from './refusals.ts';
import { badRequest } from '../resources/api-error.ts';
import { timestamp } from './schema/timestamp.ts';
import { withAnnotationsOfInitContainers } from './init-container-annotations.ts';
import { objectKey } from './object-key.ts';
import { namespaceKey, requireOpenNamespace } from './namespace-guard.ts';
import type { Written } from '../store/store.ts';
import { shapeForStorage } from './schema/shape-for-storage.ts';
import { type ObjectEntry, storedObject, type StoredObject } from './stored-object.ts';
import { type ServerContext, strategyContext, strategyOf } from './server-context.ts';

/** A generated name is the base, cut to this many characters, plus a suffix of five. */
const LONGEST_BASE = 58;
/** The create fails after this many generated names were already taken. */
const NAME_TRIES = 8;

/**
 * Stores a new object. Throws `ApiError`: 404 if the namespace does not exist, 403 if it is terminating, 400 if the
 * body names another namespace, 422 with causes, 409 if the name is taken.
 */
export async function createObject(
  context: ServerContext,
  resource: Resource,
  namespace: string | undefined,
  body: ApiObject,
): Promise<ObjectEntry> {
  const { name: sent = '', generateName = '' } = body.metadata;
  const isGenerated = sent === '' && generateName !== '';
  const own = ownName(context, resource, sent);
  for (let tries = 1; ; tries += 1) {
    const name = isGenerated ? `${generateName.slice(0, LONGEST_BASE)}${context.ids.suffix()}` : own;
    const written = await created(context, resource, namespace, name, body);
    if (written.ok) return written.entry;
    if (isGenerated && tries < NAME_TRIES) continue;
    throw alreadyExists(
      context,
      resource,
      name,
      written.current?.value.object.metadata.deletionTimestamp !== undefined,
    );
  }
}

/** Stores the object under this name, unless it is taken. */
function created(
  context: ServerContext,
  resource: Resource,
  namespace: string | undefined,
  name: string,
  body: ApiObject,
): Promise<Written<StoredObject>> {
  const { store } = context;
  const key = objectKey(resource, namespace, name);
  const made = (): StoredObject => {
    requireSameNamespace(namespace, body.metadata.namespace);
    requireNoVersion(body.metadata.resourceVersion, context.choices);
    return prepared(context, resource, namespace, name, body);
  };
  if (namespace === undefined) return store.write(key, made(), { expect: 'absent' });
  return store.guaranteedCreate(namespaceKey(namespace), (scope) => {
    requireOpenNamespace(context, resource, body.metadata.name ?? body.metadata.generateName ?? '', namespace, scope);
    return { key, value: made() };
  });
}

/** The name in the request. In some dialects, some kinds need no name. */
function ownName(context: ServerContext, resource: Resource, sent: string): string {
  return sent === '' &&
    context.choices['resources.other-kinds'] === 'validated' &&
    strategyOf(context, resource).byKind?.namedByUid === true
    ? context.ids.uid()
    : sent;
}

/** The object as the store will hold it: system metadata set, defaults filled in, validated. */
function prepared(
  serverContext: ServerContext,
  resource: Resource,
  namespace: string | undefined,
  name: string,
  body: ApiObject,
): StoredObject {
  const strategy = strategyOf(serverContext, resource);
  const { spec } = body;
  const like = strategy.specStandsAlone === true ? serverContext.recentSpecs.like(resource, spec) : undefined;
  const stored = like?.object;
  const context: StrategyContext = {
    ...strategyContext(serverContext, resource),
    ...(stored === undefined ? {} : { stored }),
  };
  const stamped: ApiObject = Object.assign(
    {},
    body,
    { metadata: newMetadata(serverContext, namespace, name, body) },
    stored === undefined ? undefined : { spec: stored.spec },
  );
  const ready = withAnnotationsOfInitContainers(
    strategy.prepareForCreate(strategy.defaults(stamped, context), context),
    serverContext.choices,
  );
  const object =
    strategy.generationChanges === undefined ? ready : { ...ready, metadata: { ...ready.metadata, generation: 1 } };
  const causes = strategy.validate(object, context);
  if (causes.length > 0) throw invalid(serverContext, resource, name, causes);
  const made = storedObject(
    shapeForStorage(resource.schema, strategy.canonical?.(object, context) ?? object, stored),
    like,
  );
  if (like === undefined && strategy.specStandsAlone === true) serverContext.recentSpecs.note(resource, spec, made);
  return made;
}

/** Keeps the metadata that the client may set; the system sets the rest. */
function newMetadata(
  context: ServerContext,
  namespace: string | undefined,
  name: string,
  { metadata }: ApiObject,
): ApiObject['metadata'] {
  const kept: Record<string, unknown> = {};
  // Assignment is many times faster than spreading here. All members come from the schema, so no name is special.
  for (const member in metadata) if (!SYSTEM_ONLY.has(member)) kept[member] = metadata[member as keyof ObjectMeta];
  return Object.assign(
    kept,
    { name, uid: context.ids.uid(), creationTimestamp: timestamp(context.clock.now()) },
    namespace === undefined ? undefined : { namespace },
  );
}

const SYSTEM_ONLY: ReadonlySet<string> = new Set<keyof ObjectMeta>([
  'namespace',
  'selfLink',
  'resourceVersion',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'clusterName',
]);

export function requireSameNamespace(path: string | undefined, body: string | undefined): void {
  if ((body ?? '') === '' || body === path || path === undefined) return;
  throw badRequest(`metadata.namespace in the body is "${body}", but the path is in namespace "${path}"`);
}

function requireNoVersion(version: string | undefined, choices: DialectChoices): void {
  if (version === undefined || version === '' || version === '0' || !/^\d+$/.test(version)) return;
  throw unreadable(
    badRequest(`metadata.resourceVersion is "${version}": a new object has no version yet; leave it out`),
    choices,
  );
}

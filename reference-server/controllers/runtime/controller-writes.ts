import type { Resource } from '../../../spec/surface/resources.ts';
import { createObject } from '../../objects/create-object.ts';
import { deleteObject } from '../../objects/delete-object.ts';
import type { DeleteOptions } from '../../objects/delete-options.ts';
import { kindOfKey } from '../../objects/object-key.ts';
import { sameJson } from '../../resources/values/same-json.ts';
import { type ObjectEntry, shownObject } from '../../objects/stored-object.ts';
import { type Aspect, updateObject } from '../../objects/update-object.ts';
import type { ObjectAddress, ServerContext } from '../../objects/server-context.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import type { Members } from '../../resources/values/json-members.ts';
import { STORED_RESOURCES } from '../../resources/served-resources.ts';

/** A new object without system members. */
export type NewObject = Members & Pick<ApiObject, 'metadata'>;

/** The resource through which controllers read and write a kind: for one that is served twice, the earlier. */
export function controlledResource(kind: string): Resource {
  const found = STORED_RESOURCES.find((resource) => resource.kind === kind);
  if (found === undefined) throw new RangeError(`no resource of kind '${kind}' among those that are stored`);
  return found;
}

/**
 * How controllers write: like any client, through the same validation and locking. A write names the version that
 * was read. If another write came first, it is refused with an `ApiError` Conflict, and the controller reads again.
 */
export class ControllerWrites {
  readonly #context: ServerContext;

  constructor(context: ServerContext) {
    this.#context = context;
  }

  /** Creates an object. Throws `ApiError` as a POST would. */
  create(kind: string, namespace: string | undefined, object: NewObject): Promise<ObjectEntry> {
    const resource = controlledResource(kind);
    return createObject(this.#context, resource, namespace, {
      ...object,
      kind: resource.kind,
      apiVersion: resource.apiVersion,
    });
  }

  /** Writes the status, and annotations beside others, if they differ from the read ones. */
  async status(entry: ObjectEntry, status: Members, annotations: Readonly<Record<string, string>> = {}): Promise<void> {
    const { object } = entry.value;
    const noted = { ...object.metadata.annotations, ...annotations };
    const differs = Object.keys(annotations).some((key) => object.metadata.annotations?.[key] !== annotations[key]);
    if (!differs && sameJson(object['status'], status)) return;
    await this.#update(entry, 'status', (shown) => ({
      ...shown,
      ...(differs ? { metadata: { ...shown.metadata, annotations: noted } } : {}),
      status,
    }));
  }

  change(entry: ObjectEntry, change: (object: ApiObject) => ApiObject): Promise<ObjectEntry> {
    return this.#update(entry, 'object', change);
  }

  /** Deletes exactly that object. If it is gone already, the caller gets an `ApiError` NotFound. */
  async remove(entry: ObjectEntry, options: DeleteOptions = {}): Promise<void> {
    const { uid } = entry.value.object.metadata;
    await deleteObject(this.#context, this.#addressOf(entry), { ...options, ...(uid === undefined ? {} : { uid }) });
  }

  #update(entry: ObjectEntry, aspect: Aspect, change: (object: ApiObject) => ApiObject): Promise<ObjectEntry> {
    const address = this.#addressOf(entry);
    const wanted = change(shownObject(entry, address.resource));
    return updateObject(this.#context, { address, aspect, wanted: () => wanted, versionIsCondition: true });
  }

  #addressOf({ key, value }: ObjectEntry): ObjectAddress {
    const { namespace, name = '' } = value.object.metadata;
    return { resource: controlledResource(kindOfKey(key)), namespace, name };
  }
}

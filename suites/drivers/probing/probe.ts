import { AT_ONCE } from '../../program/at-once.ts';
import type { FoundCapability, ProbeContext } from './probe-context.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isUpdate, type Operation, operationFor, type Verb } from '../../../spec/surface/operations.ts';
import { type Resource, RESOURCES } from '../../../spec/surface/resources.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import { saysAbsent, saysUnserved } from '../../oracle/exchanges/absence.ts';
import { at, isObject, type Json, type JsonObject, textAt } from '../../oracle/json.ts';
import { absent, type Capabilities, type Capability, capabilityOf } from '../../target/capabilities.ts';
import type { Response } from '../../target/target.ts';
import { findAbsentGroups, prefixOf } from './absent-groups.ts';
import { labelled } from '../cases/expand.ts';
import { Ledger } from '../removal/ledger.ts';
import { isSuccess, removeAll, send } from '../removal/removal.ts';
import { isConfined, type SlotNamespaces } from '../namespaces/slot-namespaces.ts';

/**
 * Tries each of these operations once, on objects of its own, all resources at the same time, and returns what the
 * target offers. Operations of an unserved group-version are not tried. The created objects are removed; the sweep
 * at the end of the run finds the others.
 */
export async function probe(context: ProbeContext, operations: readonly Operation[]): Promise<Capabilities> {
  const held = operations.filter((operation) => isWithheld(operation, context.slot));
  const allowed = operations.filter((operation) => !isWithheld(operation, context.slot));
  const { prefixes, evidence } = await findAbsentGroups(context, allowed);
  const absent = allowed.filter((operation) => prefixes.has(prefixOf(operation)));
  const tried = allowed.filter((operation) => !prefixes.has(prefixOf(operation)));
  const found = await Promise.all([
    ...tried.filter(({ verb }) => verb === 'discover').map((operation) => probeDiscovery(operation, context)),
    ...RESOURCES.map((resource) =>
      new ResourceProbe(
        resource,
        tried.filter((operation) => operation.resource === resource.id),
        context,
      ).run(),
    ),
  ]);
  return Object.fromEntries([
    ...found.flat(),
    ...held.map(withheld),
    ...absent.map(({ id }): FoundCapability => [id, { offer: 'unsupported', evidence }]),
  ]);
}

/** A run in one namespace tries no operation across namespaces, and none on cluster-scoped objects. */
function isWithheld({ verb, path }: Operation, slot: SlotNamespaces): boolean {
  return isConfined(slot) && verb !== 'discover' && !path.includes('{namespace}');
}

function withheld({ id }: Operation): FoundCapability {
  return [id, { offer: 'withheld', evidence: 'the run may use one namespace only (--namespace)' }];
}

async function probeDiscovery(operation: Operation, { target, recorder }: ProbeContext): Promise<FoundCapability[]> {
  const response = await send(target, recorder, 'GET', operation.path);
  return [[operation.id, capabilityOf(operation, { method: 'GET', target: operation.path, response, exists: true })]];
}

/** How often a request is sent again after a status that may pass, and after how many milliseconds. */
interface Retry {
  readonly times: number;
  readonly pauseMs: number;
}

/** A controller wrote in between; real servers refuse a PATCH for that too. */
const CONFLICT = 409;
/** A new namespace may first lack what creates need, such as a service account. */
const FORBIDDEN = 403;
/** A server may show an object late, and yet serve the operation: that is for the rules to judge. */
const NOT_FOUND = 404;
const GONE = 410;
/** A server may limit the number of watches. */
const TOO_MANY = 429;
/** A store may be without a leader for a moment. */
const UNAVAILABLE = 503;
const A_MOMENT_MS = 600;

const RETRIES: Readonly<Record<number, Retry>> = {
  [CONFLICT]: { times: 5, pauseMs: 0 },
  [FORBIDDEN]: { times: 8, pauseMs: 250 },
  [NOT_FOUND]: { times: 3, pauseMs: 50 },
  [GONE]: { times: 3, pauseMs: 50 },
  [TOO_MANY]: { times: 5, pauseMs: 1000 },
  [UNAVAILABLE]: { times: 2, pauseMs: A_MOMENT_MS / 2 },
};

const ANNOTATION: JsonObject = { metadata: { annotations: { 'plumbline-probe': 'patched' } } };

/** Verbs that can be tried without an object. */
const OF_NO_OBJECT: ReadonlySet<Verb> = new Set(['list', 'listAll', 'watchList', 'watchAll', 'deleteCollection']);

/** How often a PUT is sent again because its version was no longer the current one. */
const MOST_STALE = 5;

/** Successive unanswered requests before a resource is given up. */
const SILENT_AFTER = 2;
const NOT_SENT: Response = {
  exchange: 0,
  status: undefined,
  body: undefined,
  failure: 'not sent: two other requests for this resource got no response',
};

/** Sends a request again while the status of the response is one of these, as often as `RETRIES` says. */
async function retried<R extends Pick<Response, 'status'>>(
  sendOnce: () => Promise<R>,
  passing: readonly number[],
): Promise<R> {
  let response = await sendOnce();
  const retryOf = ({ status = 0 }: R): Retry | undefined => (passing.includes(status) ? RETRIES[status] : undefined);
  let retry = retryOf(response);
  for (let tried = 0; retry !== undefined && tried < retry.times; tried += 1) {
    await sleep(retry.pauseMs);
    response = await sendOnce();
    retry = retryOf(response);
  }
  return response;
}

/**
 * 503 can pass, and so can 404 or 410 on an object that exists; on an absent one it is the answer. After 503 an object may
 * be gone, so a delete is only sent again to a new one.
 */
function passingIf(exists: boolean, method = 'GET'): readonly number[] {
  return [...(method === 'DELETE' ? [] : [UNAVAILABLE]), ...(exists ? [NOT_FOUND, GONE] : [])];
}

function versionIn(object: JsonObject): string | undefined {
  return textAt(object, 'metadata', 'resourceVersion');
}

interface Trial {
  readonly path: string;
  readonly response: Response;
}

/** Takes one object of a resource through the operations to try. */
class ResourceProbe {
  readonly #resource: Resource;
  readonly #operations: readonly Operation[];
  readonly #context: ProbeContext;
  readonly #found: FoundCapability[] = [];
  readonly #label: string;
  readonly #ledger = new Ledger();
  /** The operations that returned 404 or 410 about an object that could not be created, each with its evidence. */
  readonly #notFound = new Map<Operation, string>();
  /** Successive requests without a response. */
  #unanswered = 0;

  constructor(resource: Resource, operations: readonly Operation[], context: ProbeContext) {
    this.#resource = resource;
    this.#operations = operations;
    this.#context = context;
    this.#label = `${context.run}-probe-${resource.id.replaceAll('.', '-')}`;
  }

  async run(): Promise<FoundCapability[]> {
    // A digit: servers are known to cut letters off the end of a name that the rest of a path has too.
    const name = `${this.#label}-0`;
    const made = this.#operations.every(({ verb }) => OF_NO_OBJECT.has(verb)) ? undefined : await this.#create(name);
    const exists = made !== undefined;
    for (const verb of ['get', 'getStatus'] as const) await this.#try(verb, name, exists);
    for (const verb of ['list', 'listAll'] as const) await this.#try(verb, name, true);
    await Promise.all((['watch', 'watchList', 'watchAll'] as const).map((verb) => this.#tryWatch(verb, name, exists)));
    await this.#tryReplace('replace', name, made);
    await this.#tryReplace('replaceStatus', name, made);
    await this.#try('patch', name, exists, ANNOTATION, MERGE_PATCH_TYPE);
    await this.#try('patchStatus', name, exists, { status: {} }, MERGE_PATCH_TYPE);
    await this.#try('delete', name, exists, AT_ONCE);
    await this.#tryDeleteCollection();
    await removeAll(this.#ledger.paths(), this.#context.target, this.#context.recorder, this.#ledger, false);
    return this.#isUnserved ? this.#found.map((found) => this.#withoutObject(found)) : this.#found;
  }

  /**
   * Whether the target serves neither creates nor lists of the resource: then its 404 about one object is about the
   * resource.
   */
  get #isUnserved(): boolean {
    return (['create', 'list'] as const).every((verb) => {
      const id = this.#operation(verb)?.id;
      return this.#found.some(([operation, { offer }]) => operation === id && offer === 'absent');
    });
  }

  #withoutObject(found: FoundCapability): FoundCapability {
    const [operation, evidence] = [...this.#notFound].find(([{ id }]) => id === found[0]) ?? [];
    return operation?.tabulated === true && evidence !== undefined ? [operation.id, absent(evidence, false)] : found;
  }

  /**
   * The stored object, created through this resource or, if that has no POST, through another group-version of the
   * same kind.
   */
  async #create(name: string): Promise<JsonObject | undefined> {
    const gvrs = [
      this.#resource,
      ...RESOURCES.filter(({ kind, id }) => kind === this.#resource.kind && id !== this.#resource.id),
    ];
    for (const gvr of gvrs) {
      const operation = operationFor(gvr.id, 'create');
      if (operation === undefined) continue;
      const path = this.#path(operation, name);
      const response = await this.#tryCreate(path, labelled(minimalObject(gvr, name, this.#namespace), this.#labels));
      if (gvr === this.#resource) this.#note(operation, 'POST', path, response, true);
      if (!isSuccess(response)) continue;
      this.#ledger.created(`${path}/${name}`);
      const stored =
        gvr === this.#resource ? response.body?.value : (await this.#send('GET', this.#itemPath(name))).body?.value;
      return isObject(stored) ? stored : {};
    }
    return undefined;
  }

  #tryCreate(path: string, object: Json): Promise<Response> {
    return retried(
      () => this.#send('POST', path, object),
      [UNAVAILABLE, ...(this.#resource.namespaced ? [FORBIDDEN] : [])],
    );
  }

  async #try(verb: Verb, name: string, exists: boolean, body?: Json, contentType?: string): Promise<void> {
    const operation = this.#operation(verb);
    if (operation === undefined) return;
    const sendTo = async (object: string): Promise<Trial> => {
      const path = this.#path(operation, object);
      const response = await retried(
        () => this.#send(operation.method, path, body, contentType),
        [...(operation.method === 'PATCH' ? [CONFLICT] : []), ...passingIf(exists, operation.method)],
      );
      return { path, response };
    };
    const first = await sendTo(name);
    const { path, response } = (await this.#againAfresh(verb, first.response, exists, sendTo)) ?? first;
    this.#note(operation, operation.method, path, response, exists);
  }

  /**
   * Sends a refused patch or delete again, to a new object: a server may refuse it because of what the trials before it did to
   * the object, which is for the rules to judge.
   */
  async #againAfresh(
    verb: Verb,
    { status = 0 }: Response,
    exists: boolean,
    sendTo: (object: string) => Promise<Trial>,
  ): Promise<Trial | undefined> {
    if (!exists || status < 400 || saysUnserved(status) || !(isUpdate(verb) || verb === 'delete')) return undefined;
    if (status === UNAVAILABLE) await sleep(A_MOMENT_MS);
    const name = `${this.#label}-${verb.toLowerCase()}-1`;
    return (await this.#create(name)) === undefined ? undefined : sendTo(name);
  }

  /** Writes the object as read, so nothing in it can be a reason for a refusal. */
  async #tryReplace(verb: 'replace' | 'replaceStatus', name: string, made: JsonObject | undefined): Promise<void> {
    const operation = this.#operation(verb);
    if (operation === undefined) return;
    const path = this.#path(operation, name);
    const exists = made !== undefined;
    const response = await retried(() => this.#replaceOnce(path, name, made), passingIf(exists));
    this.#note(operation, 'PUT', path, response, exists);
  }

  /**
   * Sends a PUT again if a controller has made its version stale, which servers refuse with codes of their own. After
   * some tries a refusal counts anyway.
   */
  async #replaceOnce(path: string, name: string, made: JsonObject | undefined): Promise<Response> {
    let current = made === undefined ? undefined : ((await this.#read(name)) ?? made);
    for (let left = MOST_STALE; ; left -= 1) {
      const response = await this.#send('PUT', path, current ?? minimalObject(this.#resource, name, this.#namespace));
      const { status = 0 } = response;
      if (left === 0 || current === undefined || status < 400) return response;
      const later = await this.#read(name);
      if (later === undefined || (status !== CONFLICT && versionIn(later) === versionIn(current))) return response;
      current = later;
    }
  }

  async #read(name: string): Promise<JsonObject | undefined> {
    const read = (await this.#send('GET', this.#itemPath(name))).body?.value;
    return isObject(read) && textAt(read, 'metadata', 'name') === name ? read : undefined;
  }

  /** The head of an open watch is enough; a watch whose head is held back ends by itself after a second. */
  async #tryWatch(verb: 'watch' | 'watchList' | 'watchAll', name: string, exists: boolean): Promise<void> {
    const operation = this.#operation(verb);
    if (operation === undefined) return;
    const { target, recorder, timeoutMs } = this.#context;
    const path = `${this.#path(operation, name)}?timeoutSeconds=1`;
    const open = async (): Promise<Pick<Response, 'status'>> => {
      if (this.#isSilent) return { status: undefined };
      const stream = await target.stream(
        { method: 'GET', target: path, headers: [['Accept', 'application/json']] },
        recorder,
      );
      await stream.waitFor(({ status }) => status !== undefined, timeoutMs);
      stream.close();
      return { status: stream.status };
    };
    const isOfObject = exists || verb !== 'watch';
    const { status } = await retried(open, [TOO_MANY, ...passingIf(isOfObject)]);
    this.#note(operation, 'GET', path, { status, failure: 'the head of the response did not come' }, isOfObject);
  }

  /**
   * Deletes by a label that only an object of the probe's own carries. If a list with the same selector shows
   * anything else, the target ignores the selector and would delete foreign objects: then the delete is not sent,
   * and the rules judge it in their own namespaces. For a cluster-scoped resource, which endangers everybody's
   * objects, discovery must also list the verb.
   */
  async #tryDeleteCollection(): Promise<void> {
    const operation = this.#operation('deleteCollection');
    if (operation === undefined) return;
    const unnamed = this.#resource.namespaced ? undefined : await this.#notInDiscovery();
    if (unnamed !== undefined) return this.#record(operation, { offer: 'unsupported', evidence: unnamed });
    const name = `${this.#label}-b`;
    const made = await this.#create(name);
    const path = `${this.#path(operation, name)}?labelSelector=${encodeURIComponent(`plumbline-case=${this.#label}`)}`;
    const list = await this.#send('GET', path);
    const items = isSuccess(list) ? at(list.body?.value, 'items') : [];
    if (!Array.isArray(items) || !(items as Json[]).every((item) => this.#isOurs(item)))
      return this.#record(operation, { offer: 'offered' });
    const response = await retried(() => this.#send('DELETE', path), [UNAVAILABLE]);
    this.#note(operation, 'DELETE', path, response, made !== undefined);
  }

  /** Why a collection delete counts as not offered here; `undefined` if discovery lists it. */
  async #notInDiscovery(): Promise<string | undefined> {
    const { prefix, plural } = this.#resource;
    const resources = at((await this.#send('GET', prefix)).body?.value, 'resources');
    const entry = Array.isArray(resources)
      ? (resources as Json[]).find((candidate) => textAt(candidate, 'name') === plural)
      : undefined;
    const verbs = at(entry, 'verbs');
    return Array.isArray(verbs) && verbs.includes('deletecollection')
      ? undefined
      : `GET ${prefix} names no deletecollection among the verbs of ${plural}`;
  }

  #isOurs(item: Json): boolean {
    return textAt(item, 'metadata', 'labels', 'plumbline-case') === this.#label;
  }

  #note(
    operation: Operation,
    method: string,
    target: string,
    response: Pick<Response, 'status' | 'failure'>,
    exists: boolean,
  ): void {
    if (saysAbsent(response.status) && !exists)
      this.#notFound.set(operation, `${method} ${target} returned ${response.status ?? ''}`);
    this.#record(operation, capabilityOf(operation, { method, target, response, exists }));
  }

  /** The first trial of an operation decides. A create may only be preparation. */
  #record(operation: Operation, capability: Capability): void {
    if (this.#operations.includes(operation) && !this.#found.some(([id]) => id === operation.id))
      this.#found.push([operation.id, capability]);
  }

  /** The resource's operation with that verb, if it should be tried. */
  #operation(verb: Verb): Operation | undefined {
    return this.#operations.find((operation) => operation.verb === verb);
  }

  get #namespace(): string {
    return this.#context.slot.ns1;
  }

  get #labels(): JsonObject {
    return { 'plumbline-run': this.#context.run, 'plumbline-case': this.#label };
  }

  #path(operation: Operation, name: string): string {
    return operation.path
      .replace('{namespace}', encodeURIComponent(this.#namespace))
      .replace('{name}', encodeURIComponent(name));
  }

  #itemPath(name: string): string {
    const operation = operationFor(this.#resource.id, 'get');
    return operation === undefined ? '' : this.#path(operation, name);
  }

  /** Gives up a resource after two unanswered requests: each further one would cost a whole time-out. */
  async #send(method: string, path: string, body?: Json, contentType?: string): Promise<Response> {
    if (this.#isSilent) return NOT_SENT;
    const { target, recorder } = this.#context;
    const response = await send(
      target,
      recorder,
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
      contentType,
    );
    this.#unanswered = response.status === undefined ? this.#unanswered + 1 : 0;
    return response;
  }

  get #isSilent(): boolean {
    return this.#unanswered >= SILENT_AFTER;
  }
}

import { isObject, type Json, type JsonObject, memberOf, textOf } from '../diff/values/json-value.ts';
import type { ServedOutcome, ServedResponse, ResponseSource } from './exchange/response.ts';
import { Matching, learnFrom } from './matching.ts';
import { type Playing, recordedResponse } from './recorded-response.ts';
import type { RecordedExchange } from './exchange/recorded-exchange.ts';
import { SameRequests } from './same-requests.ts';
import type { SentRequest } from './exchange/sent-request.ts';
import { failure, jsonResponse } from './status-response.ts';
import { type ObjectCall, callOf, collectionPath } from './state/call.ts';
import { changedObject, newObject } from './state/made-object.ts';
import { PatchError } from './state/patch-error.ts';
import { recordedState, type RecordedState } from './state/recorded-state.ts';
import { selectionOf } from './state/selection.ts';
import { SpontaneousChanges } from './state/spontaneous-changes.ts';
import type { RecordedOutcome } from './state/recorded-outcomes.ts';
import { watchFrames } from './state/watch-frames.ts';
import { type ServedKey, type ServedState, textOfKey, type Thing, versionOf } from './state/served-state.ts';

/** Failures that depend on the state: the state decides whether they hold. */
const OF_THE_WORLD: ReadonlySet<number> = new Set([404, 409]);

/**
 * Responds from the small state of the recording. It begins as the recording did, and later reads, lists and watches
 * show the client's writes. A recorded write gets its recorded response and result; other writes get values made in
 * the same way. Requests that are about no object of the document (discovery, versions, logs) get the recorded
 * response to the same request.
 */
export class Stateful implements ResponseSource {
  readonly #recorded: ReadonlyMap<RecordedExchange, RecordedOutcome>;
  readonly #same: SameRequests;
  readonly #playing: Playing;
  readonly #matching: Matching;
  readonly #history: RecordedState;
  readonly #state: ServedState;
  readonly #changes: SpontaneousChanges;
  readonly #used = new Set<RecordedExchange>();
  readonly #knownObjects: Set<string>;
  /** Status of a successful create: that of the recorded server, else the document's. */
  readonly #created: number;

  constructor(exchanges: readonly RecordedExchange[], delivered: readonly RecordedOutcome[], playing: Playing) {
    this.#recorded = new Map(delivered.map((each) => [each.exchange, each]));
    this.#same = new SameRequests(delivered.map(({ exchange }) => exchange));
    this.#playing = playing;
    this.#matching = new Matching(exchanges, playing);
    this.#history = recordedState(delivered);
    this.#state = this.#history.state;
    this.#changes = new SpontaneousChanges(this.#history, playing.speed);
    this.#knownObjects = new Set(this.#history.knownObjects);
    this.#created = delivered.find(({ call, status }) => call.verb === 'create' && status < 300)?.status ?? 200;
  }

  respond(request: SentRequest): ServedOutcome {
    this.#changes.follow(undefined);
    const call = callOf(request);
    if (call === undefined) return this.#matching.respond(request);
    const recorded = this.#recordedFor(request);
    if (recorded?.isUnreadable === true) return this.#matching.respond(request);
    if (call.watching) return this.#watch(request, call, recorded);
    if (call.verb === 'list' || call.verb === 'listAll') return this.#shown(request, recorded, this.#list(call));
    if (call.verb === 'get' || call.verb === 'getStatus') return this.#get(request, call, recorded);
    return this.#write(request, call, recorded);
  }

  stop(): void {
    this.#changes.stop();
  }

  /** The first unused exchange of the same request, else the last one. */
  #recordedFor(request: SentRequest): RecordedOutcome | undefined {
    const candidates = this.#same.as(request, this.#playing.secrets);
    const chosen = candidates.find((exchange) => !this.#used.has(exchange)) ?? candidates.at(-1);
    return chosen === undefined ? undefined : this.#recorded.get(chosen);
  }

  #get(request: SentRequest, call: ObjectCall, recorded: RecordedOutcome | undefined): ServedOutcome {
    const key = keyOf(call);
    const thing = this.#state.find(key);
    if (thing === undefined && recorded !== undefined && !this.#knownObjects.has(textOfKey(key)))
      return this.#asRecorded(request, recorded);
    return this.#shown(
      request,
      recorded,
      thing === undefined ? notFound(call) : jsonResponse(200, this.#servedAs(thing, call)),
    );
  }

  #list(call: ObjectCall): ServedResponse {
    const { resource } = call;
    const items = this.#state.list(scopeOf(call)).map((thing) => this.#servedAs(thing, call));
    const metadata = { selfLink: collectionPath(call), resourceVersion: this.#state.version };
    return jsonResponse(200, { kind: `${resource.kind}List`, apiVersion: resource.apiVersion, metadata, items });
  }

  #watch(request: SentRequest, call: ObjectCall, recorded: RecordedOutcome | undefined): ServedOutcome {
    const headers = recorded?.exchange.streaming === true ? (recorded.exchange.logged.response?.headers ?? []) : [];
    const frames = watchFrames(this.#state, scopeOf(call), call, (value) => this.#playing.secrets.restored(value));
    const response: ServedResponse = {
      status: 200,
      headers: headers.length > 0 ? headers : [['Content-Type', 'application/json']],
      frames,
      ending: 'end',
    };
    if (recorded === undefined) return { response };
    this.#use(request, recorded);
    return { response, from: recorded.exchange };
  }

  #write(request: SentRequest, call: ObjectCall, recorded: RecordedOutcome | undefined): ServedOutcome {
    if (recorded !== undefined && recorded.status >= 300 && !OF_THE_WORLD.has(recorded.status))
      return this.#asRecorded(request, recorded);
    if (call.verb === 'create') return this.#create(request, call, recorded);
    if (call.verb === 'deleteCollection') return this.#deleteAll(request, call, recorded);
    const thing = this.#state.find(keyOf(call));
    if (thing === undefined) {
      if (recorded !== undefined && !this.#knownObjects.has(textOfKey(keyOf(call))))
        return this.#asRecorded(request, recorded);
      return this.#shown(request, recorded, notFound(call));
    }
    return call.verb === 'delete'
      ? this.#delete(request, call, { thing, recorded })
      : this.#change(request, call, { thing, recorded });
  }

  #create(request: SentRequest, call: ObjectCall, recorded: RecordedOutcome | undefined): ServedOutcome {
    const recordedObject = this.#succeeding(recorded);
    const name = textOf(memberOf(recordedObject ?? request.body?.value, 'metadata'), 'name');
    const key = { ...keyOf(call), name };
    const { plural } = call.resource;
    if (name !== '' && this.#state.find(key) !== undefined)
      return this.#shown(
        request,
        recorded,
        failure(409, 'AlreadyExists', `${plural} "${name}" already exists`, { name, kind: plural }),
      );
    if (recordedObject !== undefined && recorded !== undefined) {
      this.#put(key, recordedObject, true);
      return this.#asRecorded(request, recorded);
    }
    const made = newObject(request.body?.value, call, this.#state.newVersion());
    if (made === undefined)
      return { response: failure(422, 'Invalid', `the body is no ${call.resource.kind} with a name`) };
    return {
      response: jsonResponse(
        this.#created,
        this.#put({ ...key, name: textOf(memberOf(made, 'metadata'), 'name') }, made, false),
      ),
    };
  }

  #change(request: SentRequest, call: ObjectCall, { thing, recorded }: OnThing): ServedOutcome {
    const recordedObject = thing.asRecorded ? this.#succeeding(recorded) : undefined;
    if (recordedObject !== undefined && recorded !== undefined && this.#isCurrent(request, thing)) {
      this.#put(thing.key, recordedObject, true);
      return this.#asRecorded(request, recorded);
    }
    if (!this.#isCurrent(request, thing))
      return this.#shown(
        request,
        recorded,
        conflict(call, 'was changed since it was read; read it again and repeat the change'),
      );
    try {
      const made = changedObject(thing.object, request, call, this.#state.newVersion());
      return { response: jsonResponse(200, this.#put(thing.key, made, false)) };
    } catch (error) {
      if (error instanceof PatchError) return { response: failure(422, 'Invalid', error.message) };
      throw error;
    }
  }

  /** Whether a write names the object's version and uid, or none. */
  #isCurrent({ body }: SentRequest, { object }: Thing): boolean {
    const [sent, own] = [memberOf(body?.value, 'metadata'), memberOf(object, 'metadata')];
    return ['resourceVersion', 'uid'].every((member) => ['', textOf(own, member)].includes(textOf(sent, member)));
  }

  #delete(request: SentRequest, call: ObjectCall, { thing, recorded }: OnThing): ServedOutcome {
    const wanted = textOf(memberOf(request.body?.value, 'preconditions'), 'uid');
    const uid = textOf(memberOf(thing.object, 'metadata'), 'uid');
    const details = { name: call.name, kind: call.resource.plural, uid };
    if (wanted !== '' && wanted !== uid)
      return this.#shown(request, recorded, conflict(call, 'has another uid than the precondition'));
    const recordedObject = this.#succeeding(recorded);
    if (recorded !== undefined && recordedObject !== undefined && thing.asRecorded) {
      if (this.#history.graceful.has(recorded.exchange)) this.#put(thing.key, recordedObject, true);
      else this.#state.remove(thing.key);
      return this.#asRecorded(request, recorded);
    }
    this.#state.remove(thing.key);
    return {
      response: jsonResponse(200, {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details,
        code: 200,
      }),
    };
  }

  #deleteAll(request: SentRequest, call: ObjectCall, recorded: RecordedOutcome | undefined): ServedOutcome {
    for (const { key } of this.#state.list(scopeOf(call))) this.#state.remove(key);
    if (recorded !== undefined) return this.#asRecorded(request, recorded);
    return {
      response: jsonResponse(200, {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { kind: call.resource.plural },
        code: 200,
      }),
    };
  }

  /** The object in the response to a recorded write, if it succeeded and was not used yet. */
  #succeeding(recorded: RecordedOutcome | undefined): JsonObject | undefined {
    if (recorded === undefined || recorded.status >= 300 || this.#used.has(recorded.exchange)) return undefined;
    const value = recorded.value;
    return isObject(value) ? value : undefined;
  }

  #put(key: ServedKey, object: JsonObject, asRecorded: boolean): JsonObject {
    this.#knownObjects.add(textOfKey(key));
    return this.#state.put(key, object, asRecorded);
  }

  /** A response made from the state; the recorded one if both are equal. */
  #shown(request: SentRequest, recorded: RecordedOutcome | undefined, response: ServedResponse): ServedOutcome {
    if (recorded === undefined) return { response: this.#restored(response) };
    const same =
      recorded.status === response.status && (response.status >= 300 || saysTheSameObject(recorded.value, response));
    if (same) return this.#asRecorded(request, recorded);
    this.#use(request, recorded);
    return { response: this.#restored(response) };
  }

  #restored(response: ServedResponse): ServedResponse {
    return response.body !== undefined && 'json' in response.body
      ? { ...response, body: { ...response.body, json: this.#playing.secrets.restored(response.body.json as Json) } }
      : response;
  }

  #asRecorded(request: SentRequest, recorded: RecordedOutcome): ServedOutcome {
    this.#use(request, recorded);
    return { response: recordedResponse(recorded.exchange, this.#playing), from: recorded.exchange };
  }

  #use(request: SentRequest, { exchange }: RecordedOutcome): void {
    this.#used.add(exchange);
    learnFrom(exchange, request, this.#playing);
    this.#changes.follow(exchange);
  }

  /** The object in the form of a group-version. */
  #servedAs({ object }: Thing, { resource }: ObjectCall): JsonObject {
    return textOf(object, 'apiVersion') === '' || textOf(object, 'apiVersion') === resource.apiVersion
      ? object
      : { ...object, apiVersion: resource.apiVersion };
  }
}

interface OnThing {
  readonly thing: Thing;
  readonly recorded: RecordedOutcome | undefined;
}

function keyOf({ resource, namespace, name }: ObjectCall): ServedKey {
  return { kind: resource.kind, namespace, name };
}

function scopeOf(call: ObjectCall): Parameters<ServedState['list']>[0] {
  const everywhere = call.verb === 'listAll' || call.verb === 'watchAll' || call.namespace === '';
  const named = selectionOf(call.parameters);
  const selected =
    call.verb === 'watch'
      ? (object: Json): boolean => named(object) && textOf(memberOf(object, 'metadata'), 'name') === call.name
      : named;
  return { kind: call.resource.kind, namespace: everywhere ? undefined : call.namespace, selected };
}

function notFound({ resource, name }: ObjectCall): ServedResponse {
  return failure(404, 'NotFound', `${resource.plural} "${name}" not found`, { name, kind: resource.plural });
}

function conflict({ resource, name }: ObjectCall, why: string): ServedResponse {
  return failure(409, 'Conflict', `${resource.plural} "${name}" ${why}`, { name, kind: resource.plural });
}

/**
 * Whether a recorded body and a made one show the same state: for an object by its version, for a list by those of
 * its items.
 */
function saysTheSameObject(recorded: Json | undefined, { body }: ServedResponse): boolean {
  const made = body !== undefined && 'json' in body ? (body.json as Json) : undefined;
  return statesOf(recorded) === statesOf(made);
}

function statesOf(value: Json | undefined): string {
  const items = memberOf(value, 'items');
  const objects = Array.isArray(items) ? (items as readonly Json[]) : [value ?? null];
  return JSON.stringify(
    objects.map((object) => [textOf(memberOf(object, 'metadata'), 'uid'), versionOf(object)]).sort(),
  );
}

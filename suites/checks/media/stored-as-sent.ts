import { JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { type MemberDifference, missing, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import type { History } from '../../oracle/history.ts';
import { at, type JsonObject, textAt } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import {
  received,
  brokeDown,
  callsOf,
  type ResourceCalled,
  responseOf,
  sent,
  statusOf,
  succeeded,
  turnedDown,
  keyCalled,
} from '../responses.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { foreignPaths } from '../write/foreign-annotations.ts';
import { mayBeConflict } from '../write/locks.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { isTyped } from '../validation/wrong-types.ts';

/** A media type of request bodies that must have the same effect as JSON. */
export interface BodyForm {
  readonly type: string;
  /** The name of the form in reports. */
  readonly name: string;
  /** The part of a JSON body that the form can express; default: all of it. */
  readonly sayable?: (body: JsonObject) => JsonObject;
  /**
   * Whether servers may refuse the form entirely. Then a 415 only counts if the server accepted another body in that
   * form.
   */
  readonly optional?: true;
}

const UNSUPPORTED_TYPE = 415;

/**
 * Judges creates, replaces and PUTs of /status with bodies in that form: accepted if the same body in JSON is, and
 * stored with every value sent.
 */
export function* judgeStoredAsSent(history: History, form: BodyForm): Iterable<Finding> {
  const observed = observedStateOf(history);
  const writes = callsOf(history.exchanges, 'create', 'replace', 'replaceStatus');
  const inForm = writes.filter((write) => requestType(write) === form.type);
  const mayRefuse = form.optional === true && !inForm.some((write) => succeeded(write));
  for (const exchange of inForm) {
    if (sent(exchange) === undefined) continue;
    const unwilling =
      (turnedDown(exchange) && statusOf(exchange) !== 409 && !(mayRefuse && statusOf(exchange) === UNSUPPORTED_TYPE)) ||
      brokeDown(exchange);
    if (
      unwilling &&
      isFree(observed, exchange) &&
      !mayBeConflict(history, exchange) &&
      acceptedInJson(writes, exchange, form)
    )
      yield violated(
        exchange,
        'success, as for the same body in JSON',
        responseOf(exchange),
        `${form.name} is refused`,
      );
    const stored = storedFinding(exchange, observed);
    if (stored !== undefined) yield stored;
  }
}

/** Whether the response to a write has every value of its body, or of its merging patch; `undefined` without either. */
export function storedFinding(exchange: ResourceCalled, observed: ObservedState): Finding | undefined {
  const [asked, response] = [sent(exchange), received(exchange)];
  if (asked === undefined || response === undefined) return undefined;
  const { schema } = exchange.call.resource;
  const foreign = foreignPaths(observed, keyCalled(exchange));
  const first = lacking(exchange, asked, response, foreign).find(({ path }) => isTyped(schema, path));
  return first === undefined
    ? held(exchange, exchange.call.verb)
    : violated(
        exchange,
        `${first.path} ${show(first.expected)}, as it was sent`,
        show(first.actual),
        `${first.path} differs`,
      );
}

/**
 * The part of a body that the response lacks. Writes to /status compare only the status; other writes compare
 * everything else, except for the annotations of controllers.
 */
function lacking(
  { call: { verb, resource } }: ResourceCalled,
  asked: JsonObject,
  response: JsonObject,
  foreign: readonly string[],
): readonly MemberDifference[] {
  const { schema } = resource;
  if (verb === 'replaceStatus') return missing({ status: at(asked, 'status') ?? null }, response, { schema });
  return missing(asked, response, {
    schema,
    ignore: ['/apiVersion', '/kind', '/metadata/resourceVersion', ...SYSTEM_WRITTEN, ...unshown(asked), ...foreign],
  });
}

/**
 * Whether only the body can be a reason to refuse a write: the name is free, or the object exists at the sent
 * version.
 */
function isFree(observed: ObservedState, exchange: ResourceCalled): boolean {
  const { call, began, request } = exchange;
  const body = request.body?.value;
  const key = keyCalled(exchange);
  if (call.verb === 'create') return observed.surelyGoneDuring(key, exchange);
  const version = textAt(body, 'metadata', 'resourceVersion');
  return version !== undefined && observed.expectedAt(key, began)?.version === version;
}

/** Whether a JSON body that only differs in metadata was accepted. */
function acceptedInJson(
  writes: readonly ResourceCalled[],
  exchange: ResourceCalled,
  { sayable = (body) => body }: BodyForm,
): boolean {
  const essence = (write: ResourceCalled): string => JSON.stringify({ ...sayable(sent(write) ?? {}), metadata: null });
  const own = JSON.stringify({ ...sent(exchange), metadata: null });
  return writes.some(
    (write) =>
      succeeded(write) &&
      requestType(write) === JSON_TYPE &&
      write.call.operation.id === exchange.call.operation.id &&
      essence(write) === own,
  );
}

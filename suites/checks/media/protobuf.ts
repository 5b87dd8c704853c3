import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { differences } from '../../oracle/values/comparison.ts';
import type { Exchange, History, WireBody } from '../../oracle/history.ts';
import { at, isObject, type JsonObject, textAt } from '../../oracle/json.ts';
import { callsOf, type ResourceCalled, responseOf, statusOf, succeeded } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { acceptedBy, responseType } from '../../oracle/exchanges/media-type.ts';

/** Whether the request accepts only protobuf. */
export function asksForProtobuf(exchange: Exchange): boolean {
  const [accepted, ...others] = acceptedBy(exchange);
  return accepted?.type === PROTOBUF_TYPE && accepted.quality > 0 && others.length === 0;
}

/**
 * Whether a target ever returned protobuf. The document leaves the vendor in the media type open, so a target that
 * never does complies.
 */
export function returnsProtobuf({ exchanges }: History): boolean {
  return exchanges.some((exchange) => responseType(exchange) === PROTOBUF_TYPE);
}

/** Whether a log redacted or dropped the body to protect secrets. */
export function isHidden(body: WireBody | { readonly text: string } | undefined): boolean {
  return body === undefined || ('unread' in body && body.unread) || body.text === '' || body.text.includes('redacted-');
}

const NOT_ACCEPTABLE = 406;

/**
 * Judges that responses to protobuf requests are valid protobuf, and name the kind of their path. Needs a history
 * with decoded protobuf.
 */
export function* judgeProtobufForm(history: History): Iterable<Finding> {
  if (!returnsProtobuf(history)) return;
  for (const exchange of callsOf(
    history.exchanges,
    'get',
    'getStatus',
    'list',
    'listAll',
    'create',
    'replace',
    'patch',
  )) {
    if (!asksForProtobuf(exchange)) continue;
    if (statusOf(exchange) === NOT_ACCEPTABLE)
      yield violated(
        exchange,
        `a response in ${PROTOBUF_TYPE}, as others are`,
        responseOf(exchange),
        'protobuf is refused',
      );
    if (succeeded(exchange)) yield* judgeResponse(exchange);
  }
}

function* judgeResponse(exchange: ResourceCalled): Iterable<Finding> {
  const { resource, verb } = exchange.call;
  const body = exchange.response?.body;
  if (responseType(exchange) !== PROTOBUF_TYPE) {
    yield violated(
      exchange,
      `Content-Type ${PROTOBUF_TYPE}, as others have`,
      show(responseType(exchange)),
      'content type',
    );
    return;
  }
  if (isHidden(body)) return;
  const kind = verb === 'list' || verb === 'listAll' ? `${resource.kind}List` : resource.kind;
  const seen = textAt(body?.value, 'kind');
  if (seen === undefined)
    yield violated(
      exchange,
      `an enveloped ${kind} in protobuf`,
      `${body?.bytes.length ?? 0} bytes that are none: ${show(body?.bytes.subarray(0, 24).toString('hex'))}`,
      'cannot be read',
    );
  else if (seen !== kind) yield violated(exchange, `kind ${show(kind)} in the envelope`, show(seen), 'another kind');
}

/** The compared members of a Status. Its message may depend on the moment. */
const COMPARED = ['status', 'reason', 'code', 'details'] as const;
const NOT_FOUND = 404;

/**
 * Judges that the Status for an absent object is the same in protobuf as in JSON. Needs a history with decoded
 * protobuf.
 */
export function* judgeProtobufStatus(history: History): Iterable<Finding> {
  const absent = callsOf(history.exchanges, 'get').filter((exchange) => statusOf(exchange) === NOT_FOUND);
  for (const exchange of absent.filter(
    (each) => responseType(each) === PROTOBUF_TYPE && !isHidden(each.response?.body),
  )) {
    const twin = absent.find(
      (other) =>
        other.request.target === exchange.request.target &&
        responseType(other) !== PROTOBUF_TYPE &&
        textAt(other.response?.body?.value, 'kind') === 'Status',
    );
    if (twin === undefined) continue;
    const [said, expected] = [exchange, twin].map((each) => each.response?.body?.value);
    const [first] =
      isObject(said) && textAt(said, 'kind') === 'Status'
        ? differences(compared(expected), compared(said), { schema: 'meta/v1.Status' })
        : [{ path: '', expected: 'a Status', actual: textAt(said, 'kind') }];
    if (first === undefined) yield held(exchange, 'a Status');
    else
      yield violated(
        exchange,
        `${first.path} ${show(first.expected)}, as in JSON`,
        show(first.actual),
        `Status${first.path} differs`,
      );
  }
}

function compared(status: unknown): JsonObject {
  return Object.fromEntries(
    COMPARED.flatMap((member) =>
      isObject(status) && at(status, member) !== undefined ? [[member, at(status, member) ?? null]] : [],
    ),
  );
}

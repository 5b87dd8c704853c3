import { groupBy } from '../../../shared/group-by.ts';
import { PROTOBUF_TYPE, JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { differences } from '../../oracle/values/comparison.ts';
import type { Exchange, History, StreamEvent } from '../../oracle/history.ts';
import { isObject, textAt } from '../../oracle/json.ts';
import { throughProtobuf } from '../../oracle/protobuf/object-bytes.ts';
import { type ResourceCalled, responseOf, statusOf } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { held, late, show, violated } from '../findings.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { LATE_MS } from '../watch/overdue.ts';
import { returnsProtobuf, asksForProtobuf, isHidden } from './protobuf.ts';

/**
 * Judges protobuf watches: frames with a length prefix, each frame an event. Per object, the events must equal those
 * of a JSON watch with the same path, query and start version that was open at the same time. Needs a history with
 * decoded protobuf.
 *
 *     in JSON: ADDED 5, MODIFIED 7     in protobuf: ADDED 5, MODIFIED 8  -> violated: MODIFIED 7 is delivered as MODIFIED 8
 */
export function* judgeProtobufStreams(history: History): Iterable<Finding> {
  if (!returnsProtobuf(history)) return;
  const watches = history.exchanges.filter(
    (exchange): exchange is ResourceCalled => exchange.call?.watching === true && exchange.call.resource !== undefined,
  );
  const inJson = watches.filter((watch) => statusOf(watch) === 200 && responseType(watch) === JSON_TYPE);
  for (const watch of watches.filter((each) => asksForProtobuf(each) && each.response !== undefined)) {
    if (statusOf(watch) === 406)
      yield violated(watch, `a stream in ${PROTOBUF_TYPE}, as responses are`, responseOf(watch), 'protobuf is refused');
    if (statusOf(watch) !== 200) continue;
    if (responseType(watch) === PROTOBUF_TYPE) yield* judgeStream(watch, inJson);
    else yield violated(watch, `Content-Type ${PROTOBUF_TYPE}`, show(responseType(watch)), 'content type');
  }
}

function* judgeStream(watch: ResourceCalled, inJson: readonly ResourceCalled[]): Iterable<Finding> {
  const unread = watch.events.find(
    (event, index) => event.object === undefined && !isHidden(event) && !mayBeCut(watch, index),
  );
  if (unread !== undefined) {
    yield violated(
      watch,
      'frames of four bytes of length and that many of an event',
      `${unread.bytes.length} bytes: ${show(unread.bytes.subarray(0, 24).toString('hex'))}`,
      'a frame cannot be read',
    );
    return;
  }
  for (const twin of inJson.filter((other) => isTwin(watch, other))) yield* judgePair(watch, twin);
}

/** The last frame of a stream that did not end normally may be truncated. */
function mayBeCut({ events, end }: Exchange, index: number): boolean {
  return (
    index === events.length - 1 &&
    end?.reason !== 'complete' &&
    (events[index]?.bytes.length ?? 0) < statedLength(events[index]?.bytes)
  );
}

function statedLength(bytes: Buffer | undefined): number {
  return bytes === undefined || bytes.length < 4 ? Number.POSITIVE_INFINITY : plausible(bytes.readUInt32BE(0) + 4);
}

/** A length larger than any event counts as invalid. */
function plausible(length: number): number {
  return length > 64 * 1024 * 1024 ? 0 : length;
}

/** Whether two watches must deliver the same events: the same request with a start version, open at the same time. */
function isTwin(watch: Exchange, other: Exchange): boolean {
  const version = watch.request.query.get('resourceVersion') ?? '';
  return (
    version !== '' &&
    version !== '0' &&
    watch.joined === undefined &&
    other.joined === undefined &&
    other.request.target === watch.request.target &&
    other.began < watch.ended &&
    watch.began < other.ended
  );
}

function* judgePair(watch: ResourceCalled, twin: ResourceCalled): Iterable<Finding> {
  const delivered = byObject(watch);
  for (const [uid, expected] of byObject(twin)) {
    const events = delivered.get(uid) ?? [];
    for (const [index, wanted] of expected.entries()) {
      const event = events[index];
      if (event === undefined) {
        if (isLate(watch, wanted))
          yield late(violated(watch, `${describe(wanted)}, as in JSON`, 'nothing', 'an event is not told'));
        break;
      }
      yield judgeEvent(watch, event, wanted);
    }
  }
}

function judgeEvent(watch: ResourceCalled, event: StreamEvent, wanted: StreamEvent): Finding {
  if (describe(event) !== describe(wanted))
    return violated(watch, `${describe(wanted)}, as in JSON`, describe(event), 'another event');
  const expected = isObject(wanted.object) ? throughProtobuf(wanted.object) : wanted.object;
  const [first] = differences(expected, event.object, { schema: watch.call.resource.schema });
  return first === undefined
    ? held(watch, event.type)
    : violated(
        watch,
        `${first.path} ${show(first.expected)} in ${describe(wanted)}, as in JSON`,
        show(first.actual),
        `${first.path} differs`,
      );
}

/** The events of each object of the kind, by uid. */
function byObject({ call, events }: ResourceCalled): ReadonlyMap<string, readonly StreamEvent[]> {
  const uidOf = ({ object }: StreamEvent): string | undefined => textAt(object, 'metadata', 'uid');
  const own = events.filter(
    (event) => uidOf(event) !== undefined && textAt(event.object, 'kind') === call.resource.kind,
  );
  return groupBy(own, (event) => uidOf(event) ?? '');
}

/**
 * Whether a stream stayed open so long after another stream delivered an event that it must have delivered it too. One
 * that was cut for its size, which its detail says, may have more to tell.
 */
function isLate({ end }: Exchange, wanted: StreamEvent): boolean {
  if (end?.detail !== undefined) return false;
  return (end?.reason === 'client-abort' || end?.reason === 'complete') && end.t - wanted.t >= LATE_MS;
}

function describe({ type, object }: StreamEvent): string {
  return `${type} at version ${textAt(object, 'metadata', 'resourceVersion') ?? 'none'}`;
}

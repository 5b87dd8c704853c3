import { assignedLate } from '../not-the-clients.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { type MemberDifference, differences, missing, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import type { History } from '../../oracle/history.ts';
import { at, isObject, type Json, type JsonObject } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { sent } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { show } from '../findings.ts';
import type { WriteOutcome } from '../fresh-reads.ts';
import { judgeOutcomes } from '../write/outcome-demands.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { wayOf } from '../way-of.ts';

/** Members that the system may set when it writes a status. */
const SYSTEMS: readonly string[] = [
  '/status/phase',
  '/status/qosClass',
  '/status/observedGeneration',
  '/status/startTime',
];

/** Members that a status write must keep. The cases' writes repeat labels and annotations unchanged. */
const NOT_AT_ISSUE: readonly string[] = ['/metadata', '/status', '/apiVersion', '/spec/templateGeneration'];

/**
 * Judges the /status writes of that rule's cases: sent members are stored, removed members are gone, and everything
 * else is unchanged.
 */
export function judgeFullStatuses(history: History, rule: string): Iterable<Finding> {
  return judgeOutcomes(history, ['replaceStatus', 'patchStatus'], (outcome) => {
    const asked = sentFor(outcome.exchange, rule) ? sentStatusOf(outcome) : undefined;
    if (asked === undefined) return undefined;
    const { schema } = outcome.write.resource;
    return {
      shape: wayOf(outcome.exchange),
      wrong: ({ content, sameVersion }) => {
        if (!sameVersion) return undefined;
        const [lost] = missing({ status: asked.said }, { status: at(content, 'status') ?? {} }, { schema });
        if (lost !== undefined)
          return {
            expected: `${lost.path} ${show(lost.expected)}`,
            actual: show(lost.actual),
            cause: `${lost.path} is not stored`,
          };
        const kept = keptIn(outcome.before.content, asked.whole, content, schema);
        if (kept !== undefined)
          return {
            expected: `${kept.path} is gone, for it was taken away`,
            actual: show(kept.actual),
            cause: `${kept.path} is kept`,
          };
        const [changed] = [
          ...differences(outcome.before.content, content, {
            schema,
            ignore: [...NOT_AT_ISSUE, ...assignedLate(outcome.before.content)],
          }),
          ...missing(mapsOf(outcome.before.content), content, { schema, ignore: SYSTEM_WRITTEN }),
        ];
        return changed === undefined
          ? undefined
          : {
              expected: `${changed.path} ${show(changed.expected)}, as before`,
              actual: show(changed.actual),
              cause: `${changed.path} changes`,
            };
      },
    };
  });
}

/** Labels and annotations; controllers may add some. */
function mapsOf(object: JsonObject): Json {
  return {
    metadata: {
      labels: at(object, 'metadata', 'labels') ?? {},
      annotations: at(object, 'metadata', 'annotations') ?? {},
    },
  };
}

interface SentStatus {
  /**
   * The status members that the write sends. A controller may have written further list elements since the last
   * read.
   */
  readonly said: Json;
  /** The complete status that the write asks for. */
  readonly whole: Json;
}

function sentStatusOf({ exchange, before, write }: WriteOutcome): SentStatus | undefined {
  const body = exchange.request.body?.value;
  if (write.verb === 'replaceStatus') {
    const status = at(sent(exchange), 'status') ?? {};
    return { said: status, whole: status };
  }
  const mediaType = requestType(exchange);
  const patched = body === undefined ? undefined : applyPatch(mediaType, before.content, body, write.resource.schema);
  if (body === undefined || patched === undefined || 'refused' in patched) return undefined;
  const whole = at(patched.document, 'status') ?? {};
  return {
    said: mediaType === STRATEGIC_MERGE_PATCH_TYPE ? (withoutNulls(at(body, 'status') ?? {}) ?? {}) : whole,
    whole,
  };
}

/** A strategic merge patch without its deletions. */
function withoutNulls(patch: Json): Json | undefined {
  if (patch === null || (isObject(patch) && Object.hasOwn(patch, '$patch'))) return undefined;
  if (Array.isArray(patch))
    return patch.map((element: Json) => withoutNulls(element)).filter((element) => element !== undefined);
  if (!isObject(patch)) return patch;
  return Object.fromEntries(
    Object.entries(patch)
      .map(([name, value]) => [name, withoutNulls(value)])
      .filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

/**
 * A member that the write should delete but that kept its old value. Members of a list or an object that the old
 * status lacked are a controller's.
 */
function keptIn(before: JsonObject, whole: Json, content: JsonObject, schema: string): MemberDifference | undefined {
  const [then, now, asked] = [at(before, 'status'), at(content, 'status'), whole].map((status) => ({
    status: status ?? {},
  }));
  const changes = differences(then, now, { schema });
  const isChanged = (path: string): boolean =>
    changes.some((change) => path === change.path || path.startsWith(`${change.path}/`));
  return differences(asked, now, { schema, ignore: SYSTEMS, onlyKnown: true }).find(
    ({ path, expected }) => expected === undefined && !isChanged(path),
  );
}

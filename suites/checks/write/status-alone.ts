import type { History } from '../../oracle/history.ts';
import { at, type Json, type JsonObject } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { differences, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import type { Finding } from '../finding.ts';
import { show } from '../findings.ts';
import { type ResourceCalled, sent } from '../responses.ts';
import { foreignPaths } from './foreign-annotations.ts';
import { assignedLate } from '../not-the-clients.ts';
import { lostFinalizer } from './kept-finalizers.ts';
import { judgeOutcomes } from './outcome-demands.ts';

const NOT_AT_ISSUE = ['/status', '/apiVersion', '/spec/templateGeneration'];
/** The document leaves open whether a write of /status changes the labels and annotations that it carries. */
const IGNORED_IF_SENT = ['/metadata'];
/** A controller may adopt the object. */
const IGNORED_IF_NOT_SENT = [...SYSTEM_WRITTEN, '/metadata/ownerReferences'];

/** Judges that writes of /status, or some of them, change nothing but the status, in any appearance of the object. */
export function* judgeStatusAlone(
  history: History,
  isJudged: (exchange: ResourceCalled) => boolean = () => true,
): Iterable<Finding> {
  const observed = observedStateOf(history);
  yield* judgeOutcomes(history, ['replaceStatus', 'patchStatus'], ({ exchange, key, before, write }) =>
    isJudged(exchange)
      ? {
          shape: write.verb,
          wrong: ({ content }) => {
            const mayChange = mayChangeMetadata(exchange, before.content);
            const metadata = mayChange ? IGNORED_IF_SENT : IGNORED_IF_NOT_SENT;
            const ignore = [
              ...NOT_AT_ISSUE,
              ...metadata,
              ...foreignPaths(observed, key),
              ...assignedLate(before.content),
            ];
            const [changed] = differences(before.content, content, { schema: write.resource.schema, ignore });
            if (changed !== undefined)
              return {
                expected: `${changed.path} ${show(changed.expected)}, as before`,
                actual: show(changed.actual),
                cause: `${changed.path} changes`,
              };
            return mayChange ? undefined : lostFinalizer(before.content, carried(exchange, before.content), content);
          },
        }
      : undefined,
  );
}

/** The metadata that a status write carries: a PUT its own, a patch that names no finalizers the earlier one. */
function carried(exchange: ResourceCalled, before: JsonObject): JsonObject {
  const body = sent(exchange) ?? {};
  return exchange.call.verb === 'patchStatus' && at(body, 'metadata', 'finalizers') === undefined ? before : body;
}

/** Whether a status write may change labels or annotations: a PUT that has other ones, or a patch that names them. */
function mayChangeMetadata({ request, call }: ResourceCalled, before: JsonObject): boolean {
  const body = request.body?.value;
  if (body === undefined) return true;
  if (Array.isArray(body))
    return (body as readonly Json[]).some((operation) =>
      [at(operation, 'path'), at(operation, 'from')].some(
        (path) => typeof path === 'string' && !/^\/(?:status|spec)(?:\/|$)/.test(path),
      ),
    );
  return ['labels', 'annotations'].some((part) => {
    const sent = at(body, 'metadata', part);
    return call.verb === 'patchStatus'
      ? sent !== undefined
      : differences(at(before, 'metadata', part), sent).length > 0;
  });
}

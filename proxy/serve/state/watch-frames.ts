import { withTimeout } from '../../../shared/process/timeout-signal.ts';
import type { Json, JsonObject } from '../../diff/values/json-value.ts';
import type { ServedResponse } from '../exchange/response.ts';
import type { ObjectCall } from './call.ts';
import type { StateChange, RequestScope, ServedState } from './served-state.ts';

/**
 * Notifications for a watch: the existing objects if it has no version, then each selected change, until the watch's
 * timeout.
 */
export function watchFrames(
  state: ServedState,
  scope: RequestScope,
  { parameters, resource }: ObjectCall,
  restored: (value: Json) => Json,
): NonNullable<ServedResponse['frames']> {
  const version = parameters.get('resourceVersion') ?? '';
  const fromNow = version === '' || version === '0';
  const present = fromNow ? state.list(scope) : [];
  const position = state.positionOf(fromNow ? state.version : version);
  const frame = (type: string, object: JsonObject): Buffer =>
    Buffer.from(`${JSON.stringify({ type, object: restored({ ...object, apiVersion: resource.apiVersion }) })}\n`);
  return async function* frames(gone) {
    const over = endOf(gone, Number(parameters.get('timeoutSeconds') ?? 0));
    for (const { object } of present) yield frame('ADDED', object);
    for await (const change of state.changesFrom(position, over)) {
      const seen = seenBy(scope, change);
      if (seen !== undefined) yield frame(seen.type, seen.object);
    }
  };
}

/**
 * The event of a change under a selection; `undefined` if the change is not selected. An object that leaves the
 * selection gets a DELETED event.
 */
function seenBy(
  { kind, namespace, selected }: RequestScope,
  { key, before, after, version }: StateChange,
): { readonly type: string; readonly object: JsonObject } | undefined {
  if (key.kind !== kind || (namespace !== undefined && key.namespace !== namespace)) return undefined;
  const [was, is] = [before !== undefined && selected(before), after !== undefined && selected(after)];
  if (is && after !== undefined) return { type: was ? 'MODIFIED' : 'ADDED', object: after };
  if (!was || before === undefined) return undefined;
  const last = after ?? before;
  return {
    type: 'DELETED',
    object: { ...last, metadata: { ...(last['metadata'] as JsonObject), resourceVersion: version } },
  };
}

/** A signal that aborts at the end of a watch; 0 seconds mean that it has none. */
export function endOf(gone: AbortSignal, seconds: number): AbortSignal {
  return seconds > 0 && seconds < LONGEST_SECONDS ? withTimeout(gone, seconds * 1000) : gone;
}

/** The longest delay of node's timers. */
const LONGEST_SECONDS = 2 ** 31 / 1000;

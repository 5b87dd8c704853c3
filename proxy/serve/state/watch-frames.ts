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
    const over = withTimeout(gone, Number(parameters.get('timeoutSeconds') ?? 0));
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

/**
 * A signal that aborts with `gone` or after that many seconds; 0 means never. Its timer keeps it alive: node collects
 * the sources of `AbortSignal.any` before they abort.
 */
export function withTimeout(gone: AbortSignal, seconds: number): AbortSignal {
  if (!(seconds > 0 && seconds < LONGEST_SECONDS)) return gone;
  const over = new AbortController();
  const end = (): void => over.abort();
  const timer = setTimeout(end, seconds * 1000).unref();
  if (gone.aborted) end();
  gone.addEventListener('abort', end, { once: true });
  over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return over.signal;
}

/** The longest delay of node's timers. */
const LONGEST_SECONDS = 2 ** 31 / 1000;

import type { Json, JsonObject } from '../../diff/json-value.ts';
import type { Response } from '../response.ts';
import type { Call } from './call.ts';
import type { Change, Scope, ServedState } from './served-state.ts';

/** Notifications of the world for a watch: what is there, where no version was given, then each change that the selection sees, until the time of the watch is over. */
export function watchFrames(
  state: ServedState,
  scope: Scope,
  { parameters, resource }: Call,
  restored: (value: Json) => Json,
): NonNullable<Response['frames']> {
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

/** How a change looks through a selection; `undefined` where it does not show. An object that leaves the selection is removed, as far as the watch can see. */
function seenBy(
  { kind, namespace, selected }: Scope,
  { key, before, after, version }: Change,
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

function withTimeout(gone: AbortSignal, seconds: number): AbortSignal {
  return seconds > 0 && seconds < LONGEST_SECONDS ? AbortSignal.any([gone, AbortSignal.timeout(seconds * 1000)]) : gone;
}

/** What node's timers take at most. */
const LONGEST_SECONDS = 2 ** 31 / 1000;

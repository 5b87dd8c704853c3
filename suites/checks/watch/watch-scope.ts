import type { Kind } from '../../../spec/surface/resources.ts';
import type { History, StreamEvent } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { type Watch, watchesIn } from './watches.ts';

/**
 * Judges that a watch only delivers objects with the name, or in the namespace, of its path. It counts as evidence
 * if another object of the kind was written meanwhile, which a faulty server would have delivered.
 */
export function* judgeScope(history: History, part: 'name' | 'namespace'): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const watch of watchesIn(history)) yield* judgeScopeOf(watch, observed, part);
}

/** Judges that one watch only delivers objects of its scope. */
export function* judgeScopeOf(watch: Watch, observed: ObservedState, part: 'name' | 'namespace'): Iterable<Finding> {
  const scope = watch.exchange.call[part];
  if (scope === undefined) return;
  const { kind } = watch.exchange.call.resource;
  const stranger = watch.exchange.events.find((event) => isOfAnotherKind(event, kind));
  if (stranger !== undefined)
    yield violated(
      watch.exchange,
      `only events of a ${kind}`,
      `${stranger.type} of a ${show(textAt(stranger.object, 'kind'))}`,
      'tells of another kind',
    );
  const alien = watch.exchange.events.find((event) => isOutside(event, part, scope));
  if (alien !== undefined)
    yield violated(
      watch.exchange,
      `only events of ${part} ${scope}`,
      `${alien.type} of ${part} ${show(textAt(alien.object, 'metadata', part))}`,
      `tells of another ${part}`,
    );
  else if (watch.events.length > 0 && isTempted(watch, observed, part)) yield held(watch.exchange, watch.form);
}

function isOfAnotherKind({ type, object }: StreamEvent, kind: Kind): boolean {
  const shown = textAt(object, 'kind');
  return type !== 'ERROR' && shown !== undefined && shown !== kind;
}

function isOutside({ object }: StreamEvent, part: 'name' | 'namespace', scope: string): boolean {
  const shown = textAt(object, 'metadata', part);
  return shown !== undefined && shown !== scope;
}

function isTempted({ exchange }: Watch, observed: ObservedState, part: 'name' | 'namespace'): boolean {
  const { resource } = exchange.call;
  return observed.writes.some(
    ({ key, began, outcome }) =>
      key?.kind === resource.kind &&
      key[part] !== exchange.call[part] &&
      outcome === 'acknowledged' &&
      began > exchange.began &&
      began < exchange.ended,
  );
}

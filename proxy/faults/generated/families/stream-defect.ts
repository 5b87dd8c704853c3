import type { Hooks } from '../../fault.ts';
import type { Picks } from '../bends.ts';
import { type ChangedEventType, EVENT_TYPES, type FaultyMoment } from './stream-moments.ts';

/** The events that a fault changes: of some watches, of one type, at one moment. */
export interface AffectedEvents {
  readonly picks: Picks;
  readonly type: ChangedEventType;
  readonly moment: FaultyMoment;
}

/** The event that a fault needs beside the changed one: of the same object or of another, directly before or after it. */
export interface NeighbourEvent {
  readonly whose: 'own' | 'other';
  readonly comes: 'before' | 'after';
}

/** The change that a faulty watch makes to an event. */
export interface EventDefect {
  readonly how: string;
  readonly does: (type: ChangedEventType) => string;
  readonly clause: (type: ChangedEventType) => string;
  /** See `GeneratedFault.allowed`. */
  readonly allowed?: (type: ChangedEventType, moment: FaultyMoment) => string | undefined;
  readonly types: readonly ChangedEventType[];
  readonly neighbour?: NeighbourEvent;
  readonly hooks: (affected: AffectedEvents) => Hooks;
}

/** Makes defects with the hooks of some change. */
export const defectsBy =
  <Bend>(hooksOf: (affected: AffectedEvents, bend: Bend) => Hooks) =>
  (
    how: string,
    does: EventDefect['does'],
    clause: EventDefect['clause'],
    bend: Bend,
    types: readonly ChangedEventType[] = EVENT_TYPES,
  ): EventDefect => ({ how, does, clause, types, hooks: (affected) => hooksOf(affected, bend) });

/** The clause by which a change is notified. */
export const notified = (type: ChangedEventType): string => (type === 'ADDED' ? 'events.2.1' : 'events.1.2');
/** The clause by which an event has the full object. */
export const whole = (): string => 'events.2.3';
/** The clause by which a watch delivers changes. */
export const changes = (): string => 'semantics.8';

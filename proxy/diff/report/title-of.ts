import type { ReportedDifference } from './difference-report.ts';
import type { DifferenceKind } from '../values/difference.ts';

type TitledCause = Pick<ReportedDifference, 'kind' | 'field' | 'operation'>;

const OF_KIND: Readonly<Record<DifferenceKind, (operation: string, field: string) => string>> = {
  status: (operation) => `${operation} returns another status`,
  'media-type': (operation) => `${operation} returns another media type`,
  value: (operation, field) => `${operation} has another value at ${field}`,
  missing: (operation, field) => `${operation} lacks ${field}`,
  extra: (operation, field) => `${operation} adds ${field}`,
  identity: (operation, field) => `${operation} names another object at ${field}`,
  'missing-event': (operation) => `${operation} lacks an event`,
  'extra-event': (operation) => `${operation} delivers an extra event`,
  'event-order': (operation) => `${operation} delivers events in another order`,
  order: (operation, field) => `${operation} has ${field} in another order`,
  'stale-list': (operation) => `${operation} shows an older list`,
  outcome: (operation) => `requests at the same time, ${operation} among them, come to another outcome`,
  'missing-exchange': (operation) => `${operation} is not sent`,
  'extra-exchange': (operation) => `${operation} is sent once more`,
  'stream-end': (operation) => `${operation} ends its stream in another way`,
};

/** A cause as a sentence: `GET /api/v1/pods has another value at $.spec.nodeName`. */
export function titleOf({ kind, field, operation }: TitledCause): string {
  return OF_KIND[kind](operation, field === '$' ? 'the object' : field);
}

import type { ResourceCalled } from './responses.ts';
import { requestType } from '../oracle/exchanges/media-type.ts';

/** The kind of write, for causes: the verb, or the media type of a patch. */
export function wayOf(exchange: ResourceCalled): string {
  const { verb } = exchange.call;
  return verb === 'patch' || verb === 'patchStatus'
    ? `${verb === 'patchStatus' ? 'status ' : ''}${requestType(exchange)}`
    : verb;
}

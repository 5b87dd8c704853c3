import type { Exchange } from '../../oracle/history.ts';
import { parsed } from '../../oracle/exchanges/body.ts';
import { textAt } from '../../oracle/json.ts';
import { show } from '../findings.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';

/** Media types whose frames are decoded elsewhere. */
const OTHER_FRAMES = /protobuf|yaml/;

/**
 * Describes the first value of a 200 watch response if it is not an event; `undefined` if it is an event, or of a
 * media type not decoded here.
 *
 *     {"type":"ADDED","object":{...}}   -> undefined
 *     {"kind":"PodList","items":[...]}  -> a PodList instead of an event
 *     <html>                            -> "<html>" instead of an event
 */
export function streamFault(exchange: Exchange): string | undefined {
  const [first] = exchange.events;
  if (exchange.response?.status !== 200 || first === undefined || OTHER_FRAMES.test(responseType(exchange)))
    return undefined;
  if (first.type !== '' && first.object !== undefined) return undefined;
  const kind = textAt(parsed(first.text, 'json'), 'kind');
  return `${kind === undefined ? show(first.text) : `a ${kind}`} instead of an event`;
}

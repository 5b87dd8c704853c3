import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Exchange } from '../../oracle/history.ts';
import { at, textAt } from '../../oracle/json.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';

/**
 * Whether a YAML response, regardless of its HTTP status, is the failure that some dialects return for texts with
 * control characters. A list of all namespaces may meet such texts in objects of other clients.
 */
export function failsInYaml(exchange: Exchange, choices: DialectChoices): boolean {
  const body = exchange.response?.body?.value;
  return (
    choices['media-types.yaml-control-characters'] === 'fail' &&
    responseType(exchange) === YAML_TYPE &&
    textAt(body, 'kind') === 'Status' &&
    textAt(body, 'status') === 'Failure' &&
    at(body, 'code') === 500
  );
}

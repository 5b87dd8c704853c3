import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import type { History } from '../../oracle/history.ts';
import { at, isObject, type Json, textAt } from '../../oracle/json.ts';
import { callsOf, type ResourceCalled, responseOf, statusOf, succeeded } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';

/** Responses that are allowed instead of a Status. */
interface Leniency {
  readonly object: boolean;
  readonly code: boolean;
  readonly accepted: boolean;
}

/** Judges that a successful delete returns a Status with status `Success` and code 200 (document, Rules 3). */
export function* judgeDeleteResponses(
  history: History,
  choices: DialectChoices,
  verb: 'delete' | 'deleteCollection',
): Iterable<Finding> {
  const single = choices['delete.answer'] === 'status-or-object';
  const leniency: Leniency = {
    object: verb === 'delete' ? single : choices['delete-collection.answer'] === 'status-or-list',
    code: single,
    accepted: choices['delete.http-status'] === '200-or-202',
  };
  for (const exchange of callsOf(history.exchanges, verb).filter(succeeded)) yield judgeResponse(exchange, leniency);
}

function judgeResponse(exchange: ResourceCalled, lenient: Leniency): Finding {
  const body = exchange.response?.body?.value;
  const kind = textAt(body, 'kind');
  if (statusOf(exchange) !== 200 && !(lenient.accepted && statusOf(exchange) === 202))
    return violated(exchange, '200, as every success', responseOf(exchange), `success is ${statusOf(exchange)}`);
  if (kind !== 'Status') {
    if (lenient.object && isObject(body)) return held(exchange, 'what was deleted');
    return violated(exchange, 'a Status', `${show(kind)}`, 'no Status');
  }
  if ((textAt(body, 'apiVersion') ?? '') === '')
    return violated(exchange, 'a Status with an apiVersion', show(at(body, 'apiVersion')), 'Status without apiVersion');
  if (!isObject(at(body, 'metadata')))
    return violated(exchange, 'a Status with metadata', show(at(body, 'metadata')), 'Status without metadata');
  const [status, code] = [textAt(body, 'status'), codeOf(exchange)];
  if (status !== 'Success') return violated(exchange, '/status "Success"', show(status), '/status is not Success');
  if (code !== 200 && !(lenient.code && code === undefined))
    return violated(exchange, '/code 200', show(code), '/code is not 200');
  return held(exchange, 'Status');
}

/** The code of a Status. Protobuf has no absent numbers: in it, 0 stands for none. */
function codeOf(exchange: ResourceCalled): Json | undefined {
  const code = at(exchange.response?.body?.value, 'code');
  return code === 0 && responseType(exchange) === PROTOBUF_TYPE ? undefined : code;
}

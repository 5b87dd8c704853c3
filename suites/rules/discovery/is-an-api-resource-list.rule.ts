import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { textAt } from '../../oracle/json.ts';
import { responseOf, brokeDown, deniesTheObject, succeeded, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { discoveryRule } from './discovery-rule.ts';

export const rule: Rule = discoveryRule(
  {
    id: 'discovery/is-an-api-resource-list',
    level: 'must',
    title: 'GET of a group-version path returns an APIResourceList with HTTP 200.',
    cites: [
      'other-shapes.api-resource-list.1',
      'endpoints.success-status',
      'endpoints.discovery',
      'service.base-address',
    ],
  },
  check,
);

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (exchange.call?.verb !== 'discover' || exchange.response === undefined) continue;
    const kind = textAt(exchange.response.body?.value, 'kind');
    if (exchange.response.status !== 200) {
      if (
        exchange.call.operation.tabulated &&
        (deniesTheObject(exchange) || brokeDown(exchange) || succeeded(exchange))
      )
        yield violated(exchange, '200 and an APIResourceList', responseOf(exchange), 'status');
    } else if (!succeeded(exchange) || responseType(exchange) === PROTOBUF_TYPE) continue;
    else if (kind === 'APIResourceList') yield held(exchange, 'kind APIResourceList');
    else yield violated(exchange, 'kind "APIResourceList"', `kind ${show(kind)}`, 'kind');
  }
}

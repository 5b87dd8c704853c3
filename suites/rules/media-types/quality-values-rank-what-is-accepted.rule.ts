import { JSON_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { type AcceptedType, acceptedBy, responseType } from '../../oracle/exchanges/media-type.ts';
import { inTurn, exercise } from '../cases.ts';
import { responseOf, statusOf, succeeded, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { SINGLE_RESPONSES } from './media-operations.ts';

const RANKED = [
  `${JSON_TYPE};q=0.2, ${YAML_TYPE};q=0.8`,
  `${YAML_TYPE};q=0.2, ${JSON_TYPE};q=0.8`,
  `${YAML_TYPE};q=0.5, ${JSON_TYPE}`,
  `${JSON_TYPE};q=0, ${YAML_TYPE}`,
  `text/html, ${YAML_TYPE};q=0.9, ${JSON_TYPE};q=0.1`,
];

export const rule: Rule = {
  id: 'media-types/quality-values-rank-what-is-accepted',
  level: 'should',
  title:
    'Among the accepted media types that the API produces, the response has the one with the highest quality value.',
  cites: ['media-types.1'],
  operations: SINGLE_RESPONSES,
  cases: (operation) => inTurn(...RANKED).map((accept) => exercise(operation, { accept })),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    const best = bestOf(acceptedBy(exchange));
    if (exchange.call === undefined || exchange.call.watching || best === undefined) continue;
    if (statusOf(exchange) === NOT_ACCEPTABLE)
      yield violated(exchange, `a response in ${best}`, responseOf(exchange), 'all of them are refused');
    if (!succeeded(exchange)) continue;
    if (responseType(exchange) === best) yield held(exchange, `${best} is ranked first`);
    else
      yield violated(
        exchange,
        `${best}, ranked first by ${show(exchange.request.headers.get('accept'))}`,
        show(responseType(exchange)),
        `${best} is ranked first`,
      );
  }
}

const NOT_ACCEPTABLE = 406;

/** The highest-ranked type that the API produces; `undefined` without a single winner. */
function bestOf(accepted: readonly AcceptedType[]): string | undefined {
  if (accepted.length < 2 || accepted.some(({ type }) => type.includes('*') || type.includes('protobuf')))
    return undefined;
  const produced = accepted
    .filter(({ type, quality }) => (type === JSON_TYPE || type === YAML_TYPE) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const [first, second] = produced;
  return first !== undefined && first.quality !== second?.quality ? first.type : undefined;
}

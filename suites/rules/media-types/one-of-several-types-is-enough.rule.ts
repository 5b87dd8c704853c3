import { JSON_TYPE, PRODUCED, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { failsInYaml } from '../../checks/media/fails-in-yaml.ts';
import { isServed, refusedForms } from '../../checks/media/refused-forms.ts';
import { acceptedBy, responseType } from '../../oracle/exchanges/media-type.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc } from '../cases.ts';
import { responseOf, statusOf, held, show, violated } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Rule } from '../rule.ts';
import { inEachForm } from './each-form.ts';

/** Lists of types; every operation produces at least one type of each list. */
const ACCEPTED = [
  `${JSON_TYPE}, */*`,
  `application/xml, ${YAML_TYPE}, ${JSON_TYPE}`,
  `text/html, ${JSON_TYPE}`,
  `${JSON_TYPE};q=0.5, */*;q=0.1`,
];

export const rule: Rule = {
  id: 'media-types/one-of-several-types-is-enough',
  level: 'must',
  title: 'A request that accepts several media types gets one of them, if the API produces one.',
  cites: ['media-types.1', 'media-types.discovery'],
  operations: OPERATIONS,
  cases: (operation) =>
    fc.constant(inEachForm(operation, [{ accept: JSON_TYPE }, ...ACCEPTED.map((accept) => ({ accept }))])),
  check,
  sweep: true,
};

const NOT_ACCEPTABLE: ReadonlySet<number> = new Set([406, 415]);

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const refused = refusedForms(history, rule.id, 'accept');
  for (const exchange of history.exchanges) {
    if (!isJudged(exchange) || mayChooseYaml(exchange, choices) || failsInYaml(exchange, choices)) continue;
    const types = acceptedBy(exchange)
      .filter(({ quality }) => quality > 0)
      .map(({ type }) => type);
    if (refused.has(exchange.id) || (sentFor(exchange, rule.id) && NOT_ACCEPTABLE.has(statusOf(exchange))))
      yield violated(
        exchange,
        `a response in one of ${show(types)}`,
        responseOf(exchange),
        'several types are refused',
      );
    if (!isServed(exchange)) continue;
    const type = responseType(exchange);
    if (PRODUCED.includes(type) && (types.includes('*/*') || types.includes(type)))
      yield held(exchange, types.join(' or '));
    else
      yield violated(
        exchange,
        `one of ${show(types.filter((each) => each === '*/*' || PRODUCED.includes(each)))}`,
        show(type),
        'a type that was not asked for',
      );
  }
}

/** Watches are judged only if they belong to the rule's own cases. */
function isJudged(exchange: Exchange): boolean {
  if (exchange.call === undefined || (exchange.call.watching && !sentFor(exchange, rule.id))) return false;
  return ACCEPTED.includes(exchange.request.headers.get('accept') ?? '');
}

/**
 * Whether a server may choose YAML, and then refuse the watch: servers of some dialects choose by the types that they
 * know, and have no watches in YAML.
 */
function mayChooseYaml(exchange: Exchange, choices: CheckContext['choices']): boolean {
  const types = acceptedBy(exchange).map(({ type }) => type);
  return choices['watch.yaml'] === 'refused' && NOT_ACCEPTABLE.has(statusOf(exchange)) && types.includes(YAML_TYPE);
}

import { JSON_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { failsInYaml } from '../../checks/media/fails-in-yaml.ts';
import { isServed, refusedForms } from '../../checks/media/refused-forms.ts';
import { judgeWholeResponses } from '../../checks/media/whole-responses.ts';
import { acceptedBy, responseType } from '../../oracle/exchanges/media-type.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc } from '../cases.ts';
import { responseOf, statusOf, held, show, violated } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Rule } from '../rule.ts';
import { type RequestForm, inEachFormAndRead } from './each-form.ts';
import { isWatch } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/answer-is-of-the-type-asked-for',
  level: 'must',
  title: 'Every response is well-formed JSON or YAML, as the request accepts.',
  cites: ['media-types.1', 'media-types.discovery'],
  operations: OPERATIONS,
  cases: (operation) => fc.constant(inEachFormAndRead(operation, isWatch(operation) ? STREAM_FORMS : FORMS)),
  check,
  sweep: true,
};

const IN_JSON: readonly RequestForm[] = [{ accept: JSON_TYPE }, { accept: `${JSON_TYPE};charset=utf-8` }];
const FORMS: readonly RequestForm[] = [
  ...IN_JSON,
  { accept: YAML_TYPE },
  { accept: YAML_TYPE, query: { pretty: 'true' } },
];
/** Without the stream type the server must serve some form, so a refusal of JSON shows. */
const STREAM_FORMS: readonly RequestForm[] = [...IN_JSON, { accept: '*/*' }];

function* check(history: History, context: CheckContext): Iterable<Finding> {
  const refused = refusedForms(history, rule.id, 'accept');
  for (const exchange of history.exchanges) {
    const type = judgedType(exchange);
    if (type === undefined || failsInYaml(exchange, context.choices)) continue;
    if (statusOf(exchange) === NOT_ACCEPTABLE || refused.has(exchange.id))
      yield violated(exchange, `a response in ${type}`, responseOf(exchange), `${type} is refused`);
    if (!isServed(exchange)) continue;
    if (responseType(exchange) !== type)
      yield violated(exchange, `Content-Type ${type}`, show(responseType(exchange)), `content type for ${type}`);
    else if (exchange.call?.watching !== true && exchange.response?.body?.value === undefined)
      yield violated(exchange, `a body in ${type}`, show(exchange.response?.body?.text), `body in ${type}`);
    else yield held(exchange, type);
  }
  yield* judgeWholeResponses(history, context, rule.id, { type: YAML_TYPE });
}

const NOT_ACCEPTABLE = 406;

/** The only type that a request accepts, if it is JSON or YAML. Of watches, only the rule's own cases are judged. */
function judgedType(exchange: Exchange): string | undefined {
  const [accepted, ...others] = acceptedBy(exchange);
  if (accepted === undefined || others.length > 0 || accepted.quality === 0) return undefined;
  if (exchange.call === undefined || (exchange.call.watching && !sentFor(exchange, rule.id))) return undefined;
  return accepted.type === JSON_TYPE || accepted.type === YAML_TYPE ? accepted.type : undefined;
}

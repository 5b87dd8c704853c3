import { JSON_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { acceptedBy } from '../../oracle/exchanges/media-type.ts';
import { fc, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, statusOf, observed, violated } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Rule } from '../rule.ts';
import { WATCHED, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/form-of-its-stream',
  level: 'silent',
  title:
    'This rule reports the Content-Type of a watch in JSON, the response to a watch that accepts YAML only, and whether a watch of one object accepts a field selector; a dialect can require each.',
  cites: ['media-types.2', 'events.3', 'parameters.watch'],
  operations: WATCHED,
  needs: [],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const plain = watchBy(operation, 'plain', { timeoutSeconds: '1' });
    const selecting = on.watch('selecting', '{{a}}', {
      query: { timeoutSeconds: '1', fieldSelector: 'metadata.name={{a}}' },
    });
    return fc.constant([
      plain,
      { ...plain, as: 'yaml', accept: YAML_TYPE },
      ...(operation.verb === 'watch' ? [selecting] : []),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of history.exchanges.filter(({ call }) => call?.watching === true)) {
    const accepted = acceptedBy(exchange);
    const opened = statusOf(exchange) === 200;
    if (!opened && (statusOf(exchange) < 400 || statusOf(exchange) >= 500)) continue;
    if (accepted.length > 0 && accepted.every(({ type }) => type === YAML_TYPE)) {
      if (opened && choices['watch.yaml'] === 'refused')
        yield violated(exchange, 'a refusal of YAML', responseOf(exchange), 'a watch in YAML');
      else
        yield observed(
          exchange,
          opened ? 'a watch in YAML is opened' : `a watch in YAML is refused: ${statusOf(exchange)}`,
        );
    } else if (
      exchange.call?.operation.verb === 'watch' &&
      (exchange.request.query.get('fieldSelector') ?? '') !== ''
    ) {
      if (opened && choices['watch.field-selector-on-name'] === 'refused')
        yield violated(exchange, 'a refusal of the field selector', responseOf(exchange), 'a field selector is taken');
      else
        yield observed(
          exchange,
          `the watch of one object ${opened ? 'takes a field selector' : 'refuses a field selector'}`,
        );
    } else if (opened && accepted.some(({ type }) => type === JSON_TYPE)) yield* typeOfStream(exchange, choices);
  }
}

function* typeOfStream(exchange: Exchange, choices: CheckContext['choices']): Iterable<Finding> {
  const type = exchange.response?.headers.get('content-type') ?? '';
  const namesStream = /;\s*stream=watch/i.test(type);
  const asksForStream = /stream=watch/i.test(exchange.request.headers.get('accept') ?? '');
  if (namesStream && !asksForStream && choices['watch.json-type'] === 'plain')
    yield violated(exchange, JSON_TYPE, type, 'the type names the stream');
  else yield observed(exchange, `the stream is ${namesStream ? 'application/json;stream=watch' : type}`);
}

import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import { failsInYaml } from '../../checks/media/fails-in-yaml.ts';
import { at } from '../../oracle/json.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { minimalObject, inTurn, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, succeeded, held, observed, show, statusOf, violated, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { SHOWING } from './media-operations.ts';

/**
 * Characters that JSON may contain and YAML must escape. No other rule sends them, so a server that fails at them
 * fails here alone.
 */
const TEXTS = ['\u007f', 'before\u009fafter', '\ufffe'];
const CONTROL = /[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

export const rule: Rule = {
  id: 'media-types/yaml-shows-control-characters',
  level: 'must',
  title: 'A response in YAML shows a string with characters that YAML must escape exactly as it was written.',
  cites: ['media-types.1'],
  operations: SHOWING.filter((operation) => operation.verb === 'get' && resourceOf(operation).kind === 'ConfigMap'),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...TEXTS).map((text) => [
      on.create({ ...minimalObject(on.maker, '{{a}}'), data: { text } }),
      on.get('{{a}}'),
      on.get('{{a}}', { accept: YAML_TYPE }),
    ]);
  },
  check,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const fails = failsInYaml(exchange, choices);
    if (responseType(exchange) !== YAML_TYPE || !(succeeded(exchange) || fails)) continue;
    const before = stateBefore(observedStateOf(history), keyCalled(exchange), exchange)?.content;
    const expected = at(before, 'data', 'text');
    if (typeof expected !== 'string' || !CONTROL.test(expected)) continue;
    const actual = at(received(exchange), 'data', 'text');
    if (actual === expected) yield held(exchange, 'a control character');
    else if (fails) yield observed(exchange, `returns ${statusOf(exchange)} and a Status`);
    else yield violated(exchange, `data.text ${show(expected)}`, show(actual), 'a text with a control character');
  }
}

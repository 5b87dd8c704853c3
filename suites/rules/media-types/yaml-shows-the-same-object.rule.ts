import { JSON_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { at, listAt } from '../../oracle/json.ts';
import { withAwkwardTexts } from '../awkward-contents.ts';
import { objectOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Finding, History, Program, Rule } from '../rule.ts';
import { show, succeeded, violated } from '../judging.ts';
import { callBy, SHOWING } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/yaml-shows-the-same-object',
  level: 'must',
  impact: 'content',
  title:
    'A response in YAML shows the same object as one in JSON at the same version, numbers, texts and times included.',
  cites: ['media-types.1'],
  operations: SHOWING,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return objectOf(operation.verb === 'create' ? on.resource : on.maker)
      .map(withAwkwardTexts)
      .map((body) => [...callBy(operation, on, body, { accept: YAML_TYPE }), ...inJson(on)]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  yield* judgeAgreement(history, {
    role: ({ source, exchange }) => {
      const type = source === 'event' || source === 'delete' ? undefined : responseType(exchange);
      return type === YAML_TYPE ? 'subject' : type === JSON_TYPE ? 'reference' : undefined;
    },
  });
  yield* unquoted(history);
}

/** The members by which responses are compared. */
const IDENTITY = ['uid', 'resourceVersion'] as const;

/** A uid or version that YAML shows as a plain decimal number: no response in JSON shows the same value. */
function* unquoted(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges.filter((each) => succeeded(each) && responseType(each) === YAML_TYPE)) {
    const { value: body, text = '' } = exchange.response?.body ?? {};
    for (const metadata of [body, ...listAt(body, 'items')].map((object) => at(object, 'metadata')))
      for (const member of IDENTITY) {
        const value = at(metadata, member);
        if (typeof value === 'number' && text.includes(`${member}: ${value}\n`))
          yield violated(
            exchange,
            `metadata.${member} is a string, in YAML too`,
            show(value),
            `metadata.${member} is not a string`,
          );
      }
  }
}

function inJson(on: Steps): Program {
  return [on.get('{{a}}'), on.list()];
}

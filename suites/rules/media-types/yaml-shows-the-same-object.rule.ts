import { JSON_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { withAwkwardTexts } from '../awkward-contents.ts';
import { objectOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Program, Rule } from '../rule.ts';
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
  check: (history) =>
    judgeAgreement(history, {
      role: ({ source, exchange }) => {
        const type = source === 'event' || source === 'delete' ? undefined : responseType(exchange);
        return type === YAML_TYPE ? 'subject' : type === JSON_TYPE ? 'reference' : undefined;
      },
    }),
  least: 1,
};

function inJson(on: Steps): Program {
  return [on.get('{{a}}'), on.list()];
}

import { JSON_TYPE } from '../../../spec/surface/media-types.ts';
import { CHARSET, judgeCharset } from '../../checks/media/charset.ts';
import { distinctChange } from '../../generators/changes.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, edited, makeAndRead } from '../cases.ts';
import type { Operation, Program, Rule } from '../rule.ts';

/** As many clients write it: charsets are compared without case (RFC 9110, section 8.3.2). */
const IN_CAPITALS = { contentType: `${JSON_TYPE}; charset=UTF-8` } as const;

const IN_UTF_8 = { contentType: `${JSON_TYPE}${CHARSET}` } as const;

export const rule: Rule = {
  id: 'media-types/body-may-say-its-charset',
  level: 'must',
  title: 'A JSON body whose media type names the charset utf-8 is read like one without it.',
  cites: ['media-types.requests.1'],
  operations: operationsOf(['create', 'replace']),
  cases: (operation) => fc.constant(program(operation)),
  check: (history, context) => judgeCharset(history, context, 'create', 'replace'),
  least: 1,
};

function program(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  if (operation.verb === 'create')
    return [
      on.createHere(minimalObject(on.resource, '{{a}}')),
      on.createHere(minimalObject(on.resource, '{{b}}'), IN_UTF_8),
      on.get('{{b}}'),
      on.createHere(minimalObject(on.resource, '{{c}}'), IN_CAPITALS),
      on.get('{{c}}'),
    ];
  const body = edited('read', distinctChange(on.resource, 'changed'));
  // If a controller made the first write's version stale, the second write names another.
  const write = on.replace('{{a}}', body, IN_UTF_8);
  return [
    ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
    on.replace('{{a}}', body, { as: 'read' }),
    write,
    on.get('{{a}}', { as: 'read' }),
    write,
    on.get('{{a}}', { as: 'read' }),
    on.replace('{{a}}', body, IN_CAPITALS),
    on.get('{{a}}'),
  ];
}

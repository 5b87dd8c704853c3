import * as fc from 'fast-check';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { answered, answerOf, brokeDown, callsOf, refused, sent } from '../../checks/answers.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { Edit } from '../../drivers/program.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { attempt, CREATES_AND_REPLACES } from './writing-operations.ts';

const UNKNOWN = ['v99', 'nothing/v1', 'v1/', 'V1', 'apps/v1beta1/x'];

/** Every apiVersion of the document. */
const KNOWN: ReadonlySet<string> = new Set(RESOURCES.map(({ apiVersion }) => apiVersion));

export const rule: Rule = {
  id: 'validation/unknown-api-versions-are-not-stored-as-sent',
  level: 'must',
  negative: true,
  title: 'An object whose apiVersion is not recognised is refused, or stored in the version of its path; it is never shown in the version that it named.',
  cites: ['resources.api-version.3', 'errors.3', 'versioning.3'],
  operations: CREATES_AND_REPLACES,
  cases: (operation) => {
    const object = minimalObject(resourceOf(operation), '{{a}}');
    return fc.constantFrom(...UNKNOWN).map((apiVersion) => attempt(operation, { $edit: object, with: [{ set: '/apiVersion', to: apiVersion } satisfies Edit] }));
  },
  check,
};

function* check(history: History, { answers }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace')) {
    const [named, { apiVersion }] = [textAt(sent(exchange), 'apiVersion') ?? '', exchange.call.resource];
    if (named === '' || KNOWN.has(named)) continue;
    const answer = answered(exchange);
    const shown = textAt(answer, 'apiVersion');
    if (brokeDown(exchange)) yield violated(exchange, 'a refusal, 4xx, or an object in the version of the path', answerOf(exchange), 'breaks down');
    else if (refused(exchange)) yield held(exchange, 'refused');
    else if (answer === undefined) continue;
    else if (answers['resources.unknown-api-version'] === 'refused') yield violated(exchange, `a refusal of apiVersion ${show(named)}`, answerOf(exchange), 'accepted');
    else if (shown === apiVersion) yield held(exchange, 'stored in the version of the path');
    else yield violated(exchange, `a refusal, or apiVersion ${show(apiVersion)}`, `apiVersion ${show(shown)}`, 'another version is shown');
  }
}

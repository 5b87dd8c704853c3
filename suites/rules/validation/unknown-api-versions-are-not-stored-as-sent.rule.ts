import { RESOURCES } from '../../../spec/surface/resources.ts';
import { textAt } from '../../oracle/json.ts';
import type { Edit } from '../../program/program.ts';
import { inTurn, minimalObject, resourceOf } from '../cases.ts';
import { received, responseOf, callsOf, rejected, sent, held, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Resource, Rule } from '../rule.ts';
import { attempt, WRITES_OF_OBJECTS } from './writing-operations.ts';

const UNKNOWN = ['v99', 'nothing/v1', 'v1/', 'V1', 'apps/v1beta1/x'];

/** Every apiVersion of the document. */
const KNOWN: ReadonlySet<string> = new Set(RESOURCES.map(({ apiVersion }) => apiVersion));

/** Versions in which the kind is served under other paths. */
function siblingsOf({ kind, apiVersion }: Resource): string[] {
  return RESOURCES.filter((other) => other.kind === kind && other.apiVersion !== apiVersion).map(
    (other) => other.apiVersion,
  );
}

export const rule: Rule = {
  id: 'validation/unknown-api-versions-are-not-stored-as-sent',
  level: 'must',
  negative: true,
  title:
    'An object whose apiVersion is unknown, or is not that of its path, is refused or stored in the version of the path; it is never shown in the version that it named.',
  cites: ['resources.api-version.2', 'resources.api-version.3', 'errors.3', 'versioning.3'],
  operations: WRITES_OF_OBJECTS,
  cases: (operation) => {
    const object = minimalObject(resourceOf(operation), '{{a}}');
    return inTurn(...UNKNOWN, ...siblingsOf(resourceOf(operation))).map((apiVersion) =>
      attempt(operation, { $edit: object, with: [{ set: '/apiVersion', to: apiVersion } satisfies Edit] }),
    );
  },
  check,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'replaceStatus')) {
    const [named, { apiVersion }] = [textAt(sent(exchange), 'apiVersion') ?? '', exchange.call.resource];
    const isSibling = siblingsOf(exchange.call.resource).includes(named);
    if (named === '' || (KNOWN.has(named) && !isSibling)) continue;
    const mayBeTaken =
      choices[isSibling ? 'resources.sibling-api-version' : 'resources.unknown-api-version'] === 'either';
    const response = received(exchange);
    const shown = textAt(response, 'apiVersion');
    if (rejected(exchange)) yield held(exchange, 'refused');
    else if (response === undefined) continue;
    else if (!mayBeTaken)
      yield violated(exchange, `a refusal of apiVersion ${show(named)}`, responseOf(exchange), 'accepted');
    else if (shown === apiVersion) yield held(exchange, 'stored in the version of the path');
    else
      yield violated(
        exchange,
        `a refusal, or apiVersion ${show(apiVersion)}`,
        `apiVersion ${show(shown)}`,
        'another version is shown',
      );
  }
}

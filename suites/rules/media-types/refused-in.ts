import { findingsAbout } from '../../checks/findings-about.ts';
import { distinctChange } from '../../generators/changes.ts';
import { illegalChanges, objectWithContainers } from '../../generators/illegal-changes.ts';
import { editsOf } from '../../generators/member-writes.ts';
import { type Extra, minimalObject, operationsOf, resourceOf, stepsOn, edited } from '../cases.ts';
import { rule as existingName } from '../create/existing-name-is-refused.rule.ts';
import { rule as bothOptions } from '../delete/both-propagation-options-are-refused.rule.ts';
import { rule as staleVersion } from '../replace/stale-version-is-refused.rule.ts';
import type { CheckContext, Exchange, Finding, History, Operation, Program, Rule, Template } from '../rule.ts';
import { rule as staleStatus } from '../status/stale-version-is-refused.rule.ts';
import { STATUS_PUTS } from '../status/status-cases.ts';
import { rule as illegalValues } from '../validation/illegal-values-are-refused-everywhere.rule.ts';

/** The rules of refusals that hold for every form of body. */
const REFUSALS: readonly Rule[] = [illegalValues, existingName, staleVersion, staleStatus, bothOptions];

/** The writes with a body that those rules refuse. */
export const REFUSING: readonly Operation[] = [
  ...operationsOf(['create', 'replace']),
  ...STATUS_PUTS,
  ...operationsOf(['delete'], ({ namespaced }) => namespaced),
];

/** The form of a body. */
interface RefusedForm {
  readonly contentType: string;
}

/** A program of the requests that this operation refuses in JSON, in another form. */
export function refusedIn(form: RefusedForm, operation: Operation): Program {
  return PROGRAMS[operation.verb]?.(operation, form) ?? [];
}

/** The findings of those rules about bodies in that form. */
export function* judgeRefusals(
  history: History,
  context: CheckContext,
  isInForm: (exchange: Exchange) => boolean,
): Iterable<Finding> {
  for (const refusal of REFUSALS) yield* findingsAbout(history, isInForm, refusal.check(history, context));
}

const PROGRAMS: Readonly<Partial<Record<Operation['verb'], (operation: Operation, form: RefusedForm) => Program>>> = {
  create: (operation, form) => {
    const on = stepsOn(resourceOf(operation));
    const taken = { $edit: minimalObject(on.resource, '{{a}}'), with: distinctChange(on.resource, 'again') };
    return [
      on.list(),
      ...illegalObjects(operation, '{{b}}').map((body) => on.createHere(body, form)),
      on.create(minimalObject(on.maker, '{{a}}')),
      on.get('{{a}}'),
      on.createHere(taken, form),
      on.get('{{a}}'),
      on.list(),
    ];
  },
  replace: (operation, form) => {
    const on = stepsOn(resourceOf(operation));
    const own = { set: '/apiVersion', to: on.resource.apiVersion };
    return [
      on.create(objectWithContainers(on.maker, '{{a}}')),
      on.get('{{a}}', { as: 'read' }),
      ...illegalChangesOf(operation).map((edits) => on.replace('{{a}}', edited('read', [own, ...edits]), form)),
      on.get('{{a}}'),
      on.replace('{{a}}', edited('read', distinctChange(on.resource, 'first'))),
      on.get('{{a}}'),
      on.replace('{{a}}', edited('read', [own, ...distinctChange(on.resource, 'late')]), form),
      on.get('{{a}}'),
      on.list(),
    ];
  },
  replaceStatus: (operation, form) => {
    const on = stepsOn(resourceOf(operation));
    const own = { set: '/apiVersion', to: on.resource.apiVersion };
    return [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.get('{{a}}', { as: 'read' }),
      // Twice, because a server of the era refuses a patch now and then.
      on.patch('{{a}}', { metadata: { labels: { changed: 'once' } } }),
      on.patch('{{a}}', { metadata: { labels: { changed: 'twice' } } }),
      on.get('{{a}}'),
      on.replaceStatus('{{a}}', edited('read', [own]), form),
      on.get('{{a}}'),
    ];
  },
  delete: (operation, form) => {
    const on = stepsOn(resourceOf(operation));
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background', orphanDependents: false };
    const { orphanDependents: _, ...policy } = body;
    const split: Extra = { body: policy, query: { orphanDependents: 'true' } };
    return [
      on.create(minimalObject(on.maker, '{{a}}')),
      on.get('{{a}}'),
      ...[{ body }, split].flatMap((extra) => [on.remove('{{a}}', { ...extra, ...form }), on.get('{{a}}')]),
    ];
  },
};

/**
 * Changes of the first container, and of the other members of the spec: a server decodes the message before it
 * validates members.
 */
function illegalChangesOf(operation: Operation): readonly ReturnType<typeof editsOf>[] {
  const places = illegalChanges(resourceOf(operation));
  const looked = isFixed(operation) ? [] : [places[0] ?? []];
  return [...looked, places.at(-1) ?? []].flat().map(editsOf);
}

/** A PUT may change no container of a pod, so it is refused in any case. */
function isFixed(operation: Operation): boolean {
  return operation.verb === 'replace' && resourceOf(operation).kind === 'Pod';
}

function illegalObjects(operation: Operation, name: string): readonly Template[] {
  const resource = resourceOf(operation);
  return illegalChangesOf(operation).map((edits) => ({ $edit: objectWithContainers(resource, name), with: edits }));
}

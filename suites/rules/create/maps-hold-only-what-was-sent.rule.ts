import { appearances } from '../../checks/create/creations.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { at, isObject } from '../../oracle/json.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { objectOf, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Edit } from '../../program/program.ts';
import type { Finding, History, Json, Resource, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

/**
 * Maps whose members belong to the user. The labels of pod templates and the selectors of jobs are not among them,
 * because the system adds members to those of a job.
 */
const USERS_MAPS: readonly (readonly string[])[] = [
  ['metadata', 'labels'],
  ['data'],
  ['spec', 'nodeSelector'],
  ['spec', 'template', 'spec', 'nodeSelector'],
];

/** The maps of a resource. */
const mapsOf = ({ kind }: Resource): typeof USERS_MAPS =>
  kind === 'Job' || kind === 'CronJob'
    ? USERS_MAPS
    : [...USERS_MAPS, ['spec', 'selector', 'matchLabels'], ...(kind === 'Service' ? [['spec', 'selector']] : [])];

/** The template has a label that the selector lacks. */
const ANOTHER_LABEL: Edit = { set: '/spec/template/metadata/labels/beside', to: 'x' };

export const rule: Rule = {
  id: 'create/maps-hold-only-what-was-sent',
  level: 'must',
  title:
    'The labels, data and selectors of a created object have no members but those that were sent and those that the system or its admission adds under a domain.',
  cites: ['object-metadata.labels.1', 'pod-spec.node-selector.1', 'what-the-service-does.desired-state'],
  operations: CREATES,
  cases: (operation) =>
    objectOf(resourceOf(operation)).map((body) =>
      createAndRead(stepsOn(resourceOf(operation)), {
        $edit: body,
        with: at(body, 'spec', 'selector', 'matchLabels') === undefined ? [] : [ANOTHER_LABEL],
      }),
    ),
  check,
};

/**
 * Keys under a domain, as in `deployment.kubernetes.io/revision`. The system and its admission may add such labels and
 * node selectors to any object: later releases label every namespace with its name, and a mesh labels the pods in it.
 */
const UNDER_A_DOMAIN = /^[^/]+\.[^/]+\//;

function* check(history: History): Iterable<Finding> {
  for (const { creation, where, object } of appearances(history)) {
    const mayAdd = (path: readonly string[], member: string): boolean =>
      path[0] !== 'data' &&
      UNDER_A_DOMAIN.test(member) &&
      !JSON.stringify(creation.sent).includes(`${JSON.stringify(member)}:`);
    for (const path of mapsOf(creation.exchange.call.resource)) {
      const [before, after] = [membersAt(creation.sent, path), membersAt(object, path)];
      const stored = new Set(unshown(creation.sent));
      const added = after?.find(
        (member) =>
          !mayAdd(path, member) && before?.includes(member) !== true && !stored.has(pointer([...path, member])),
      );
      if (before === undefined || after === undefined) continue;
      if (added === undefined) yield held(creation.exchange, path.join('.'));
      else
        yield violated(
          creation.exchange,
          `${path.join('.')} with the members ${show(before)} only`,
          `${show(added)} too, ${where}`,
          `${path.join('.')} has more`,
        );
    }
  }
}

function membersAt(value: Json, path: readonly string[]): string[] | undefined {
  const map = at(value, ...path);
  return isObject(map) ? Object.keys(map) : undefined;
}

import { appearances } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import { fc, minimalObject, ONE_CONTAINER, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { held, observed, show, violated } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Rule, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'create/qos-class-follows-the-resources',
  level: 'must',
  title: 'Pods that ask for the same resources are of the same quality of service, where a new pod shows one.',
  cites: ['pod-status.qos-class.1'],
  operations: operationsOf(['create'], ({ kind }) => kind === 'Pod'),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const pod = (name: string, resources: Template): Template => ({
      $edit: minimalObject(on.resource, name),
      with: [{ set: '/spec/containers', to: [{ ...ONE_CONTAINER, resources }] }],
    });
    return fc.constant(
      RESOURCES.flatMap((resources, index) =>
        ['', 'b'].map((more) => on.createHere(pod(`{{a${more}${index}}}`, resources))),
      ),
    );
  },
  check,
  least: 1,
};

const ALL = { cpu: '100m', memory: '32Mi' } as const;

const RESOURCES: readonly Template[] = [{}, { requests: { cpu: '100m' } }, { limits: ALL, requests: ALL }];

/** Limits may be laid down for a namespace, and fill in what a pod does not ask for: only pods of one namespace are held against each other. */
function* check(history: History): Iterable<Finding> {
  const classes = new Map<string, string>();
  for (const { creation, object, where } of appearances(history)) {
    if (creation.exchange.call.resource.kind !== 'Pod') continue;
    const shown = textAt(object, 'status', 'qosClass');
    const asked = resourcesOf(creation.sent);
    const place = creation.exchange.call.namespace ?? '';
    if (asked === undefined) continue;
    if (shown === undefined || shown === '') {
      yield observed(creation.exchange, 'a new pod shows no qosClass');
      continue;
    }
    const known = classes.get(`${place} ${asked}`) ?? shown;
    classes.set(`${place} ${asked}`, known);
    if (known === shown) yield held(creation.exchange, `${shown} for ${asked}`);
    else
      yield violated(
        creation.exchange,
        `qosClass ${show(known)}, as of another pod with the resources ${asked}`,
        `${show(shown)} ${where}`,
        'another qosClass for the same resources',
      );
  }
}

/** What the only container of a pod asks for, as a text; `undefined` where there are several, or defaults may be at work. */
function resourcesOf(pod: JsonObject): string | undefined {
  const containers = at(pod, 'spec', 'containers');
  if (!Array.isArray(containers) || containers.length !== 1 || at(pod, 'spec', 'initContainers') !== undefined)
    return undefined;
  return JSON.stringify(at(containers as readonly Json[], 0, 'resources') ?? {});
}

import { appearances } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import { fc, minimalObject, ONE_CONTAINER, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { held, observed, show, violated } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Rule, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'create/qos-class-follows-the-resources',
  level: 'must',
  title:
    'New pods of one namespace whose only containers were sent with the same resources show the same qosClass, if they show one.',
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

/**
 * A namespace may have default limits, which fill in resources that a pod leaves out. So only pods of one namespace
 * are compared.
 */
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

/**
 * The resources of a pod's only container, as a text; `undefined` if there are several containers, or if defaults
 * may apply.
 */
function resourcesOf(pod: JsonObject): string | undefined {
  const containers = at(pod, 'spec', 'containers');
  if (!Array.isArray(containers) || containers.length !== 1 || at(pod, 'spec', 'initContainers') !== undefined)
    return undefined;
  return JSON.stringify(at(containers as readonly Json[], 0, 'resources') ?? {});
}

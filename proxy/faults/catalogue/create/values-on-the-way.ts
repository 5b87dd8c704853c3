import { containersOf, eachWord, ignoreOffsets, isObject, objectAt, walk } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { contentTypeOf, isOne, ofKind } from '../../requests.ts';
import { BODIED, membersOf, sending, storing } from '../../ways.ts';

/** Joins the rules of an Ingress that have one host. */
function joinHosts(body: Bendable): void {
  walk(body, (inner) => {
    const rules = membersOf(inner, 'rules');
    const byHost = new Map<unknown, Bendable>();
    for (const rule of rules) {
      const first = byHost.get(rule['host']);
      if (first === undefined) byHost.set(rule['host'], rule);
      else {
        const http = objectAt(first, 'http') ?? { paths: [] };
        http['paths'] = [...membersOf(http, 'paths'), ...membersOf(objectAt(rule, 'http') ?? {}, 'paths')];
        first['http'] = http;
      }
    }
    if (byHost.size < rules.length) inner['rules'] = [...byHost.values()];
  });
}

/** Changes the limits and requests of memory of the containers in a body. */
function changeMemory(body: Bendable, change: (memory: string) => string): void {
  for (const container of containersOf(body))
    for (const list of ['limits', 'requests']) {
      const amounts = objectAt(container, 'resources', list);
      if (typeof amounts?.['memory'] === 'string') amounts['memory'] = change(amounts['memory']);
    }
}

/** Counts bytes of memory in 32 bits. */
const wrapped = (memory: string): string =>
  memory.replace(/^(\d+)Gi$/, (_, gibibytes: string) => `${Number(gibibytes) % 4}Gi`);

/** Takes a power of a thousand for one of 1024. */
const inBinary = (memory: string): string =>
  memory.replace(
    /^(\d+(?:\.\d+)?)([kMGTPE])$/,
    (_, number: string, power: string) => `${number}${power.toUpperCase()}i`,
  );

/** Turns the expressions of a selector that allow one value into labels. */
function shortenSelector(body: Bendable): void {
  const selector = objectAt(body, 'spec', 'selector');
  if (selector === undefined || !Array.isArray(selector['matchExpressions'])) return;
  const labels: Bendable = { ...objectAt(selector, 'matchLabels') };
  const others = membersOf(selector, 'matchExpressions').filter(({ key, operator, values }) => {
    const value: unknown = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
    if (operator !== 'In' || typeof value !== 'string') return true;
    if (typeof key !== 'string' || Object.hasOwn(labels, key)) return true;
    labels[key] = value;
    return false;
  });
  if (others.length === selector['matchExpressions'].length) return;
  selector['matchLabels'] = labels;
  if (others.length > 0) selector['matchExpressions'] = others;
  else delete selector['matchExpressions'];
}

/** The length of a body from which on its create is sent twice. */
const LONG = 64 * 1024;

/** Faults of values that a server, a store or a language takes for others on their way. */
export const VALUES_ON_THE_WAY: readonly Fault[] = faults({
  // What the service does: "When a resource is created, the service stores it" - a text of any characters.
  'characters-of-four-bytes-become-question-marks': {
    summary: 'creates and PUTs store a question mark for each character of data and annotations beyond U+FFFF',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: storing(BODIED, (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  },
  // Container, command: "`$$(VAR_NAME)` escapes and is never expanded"; args: "same expansion rules".
  'escaped-references-lose-their-escape': {
    summary: 'creates and PUTs store `$$(NAME)` in a command or an argument as `$(NAME)`',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => eachWord(body, (word) => word.split('$$(').join('$('))),
  },
  // CronJobSpec, jobTemplate: "JobTemplateSpec: Job created on each run", of which the metadata are a part.
  'metadata-of-job-templates-are-dropped': {
    summary: 'creates and PUTs of a CronJob drop the metadata of its jobTemplate',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(ofKind('CronJob', BODIED), (body) => {
      delete objectAt(body, 'spec', 'jobTemplate')?.['metadata'];
    }),
  },
  // What the service does, as above: `None` is a text.
  'cluster-ip-none-taken-for-absent': {
    summary: 'creates and PUTs of a Service drop the clusterIP `None`',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(ofKind('Service', BODIED), (body) => {
      const spec = objectAt(body, 'spec');
      if (spec?.['clusterIP'] === 'None') delete spec['clusterIP'];
    }),
  },
  // What the service does, as above: a list is not a map of hosts.
  'rules-of-one-host-are-joined': {
    summary: 'creates and PUTs of an Ingress store the rules of one host as one rule with the paths of all',
    caughtBy: 'create/elements-of-lists-keep-apart',
    hooks: sending(ofKind('Ingress', BODIED), joinHosts),
  },
  // Errors 1: "Success responses are HTTP 200 with the resource" - and no refusal is, of what was stored.
  'long-create-is-sent-twice': {
    summary: 'a create of more than 64 KiB is carried out twice, and returns the refusal of the second one',
    caughtBy: 'world/refused-write-leaves-no-trace',
    hooks: () => ({
      request: async (request, upstream) => {
        if (isOne(request, 'create') && isObject(request.json) && request.raw.length > LONG)
          await upstream.send('POST', request.target, request.raw, contentTypeOf(request));
      },
    }),
  },
  // PodStatus, startTime, and creationTimestamp: "RFC 3339", whose offsets say which moment it is.
  'offset-of-a-timestamp-is-ignored': {
    summary: 'creates and PUTs store a time with an offset, such as `12:00:00+02:00`, as the same time in UTC',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    seenIn: 'ks888/LambStatus#112',
    hooks: sending([...BODIED, 'replaceStatus'], ignoreOffsets),
  },
  // Container, resources: "Compute resources", of a machine that may have more than 4 GiB.
  'memory-is-counted-in-32-bits': {
    summary: 'creates and PUTs store the remainder by 4 of a limit or request of memory in Gi: `9Gi` as `1Gi`',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => changeMemory(body, wrapped)),
  },
  // Container, resources: "Compute resources", whose amounts the service stores.
  'powers-of-a-thousand-become-powers-of-1024': {
    summary: 'creates and PUTs store a limit or request of memory of `128M` as `128Mi`',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => changeMemory(body, inBinary)),
  },
  // Container, lifecycle: "Actions on container lifecycle events", of which there may be two.
  'second-lifecycle-action-is-dropped': {
    summary: 'creates and PUTs drop the preStop action of a container that also has a postStart action',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, (body) => {
      for (const container of containersOf(body)) {
        const actions = objectAt(container, 'lifecycle');
        if (isObject(actions?.['postStart'])) delete actions['preStop'];
      }
    }),
  },
  // DeploymentSpec, selector: "LabelSelector", which the service stores as it was sent.
  'expressions-of-one-value-become-labels': {
    summary: 'creates and PUTs store an expression `k In [v]` of the selector of a workload as an entry of matchLabels',
    caughtBy: 'create/keeps-every-field-that-was-sent',
    hooks: sending(BODIED, shortenSelector),
  },
});

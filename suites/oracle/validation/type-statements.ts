import { type Kind, type Resource, RESOURCES } from '../../../spec/surface/resources.ts';
import { DESCRIBING_PODS, NOT_OF_INIT_CONTAINERS, POD_SPEC } from '../objects/pod-specs.ts';
import type { Edit, Template } from '../../program/program.ts';
import { pointer } from '../values/json-pointer.ts';
import { containerEdits } from './container-edits.ts';
import { always, type Statement, type EditLists } from './statement.ts';

type ValueForm = 'text' | 'integer' | 'boolean' | 'list' | 'texts' | 'object' | 'map';

/** Values of another JSON type than the form. */
const WRONG: Readonly<Record<ValueForm, readonly Template[]>> = {
  text: [5, true, ['x'], { x: 'y' }],
  integer: ['text', 1.5, true, [1], {}],
  boolean: ['true', 1, [true], {}],
  list: ['text', 5, { x: 'y' }],
  texts: ['text', 5, { x: 'y' }, [5], [{}]],
  object: ['text', 5, [{}], true],
  map: ['text', 5, ['x'], { x: 5 }, { x: {} }, { x: ['y'] }],
};

/** Whether a value is a list instead of an object, or an object instead of a list. */
function isOfTheOtherShape(form: ValueForm, to: Template): boolean {
  const [isList, isMap] = [Array.isArray(to), typeof to === 'object' && to !== null && !Array.isArray(to)];
  return (form === 'object' && isList) || ((form === 'list' || form === 'texts') && isMap);
}

/** One field table of the document, or its metadata members: the path of the members, and the form of each. */
interface FieldTable {
  readonly id: string;
  readonly says: string;
  /** Prefix of the clauses `<prefix>.<member>.type`. */
  readonly prefix: string;
  readonly resources: readonly Resource[];
  /** The path of the table's members in a minimal object. */
  readonly at: (resource: Resource) => readonly string[];
  /** Every way to add such a member to a minimal object; default: one edit at that path. */
  readonly ways?: (resource: Resource, member: string, to: Template) => readonly (readonly Edit[])[];
  readonly members: Readonly<Record<string, ValueForm>>;
}

const ofKind = (kind: Kind): Resource[] => RESOURCES.filter((resource) => resource.kind === kind);

const TABLES: readonly FieldTable[] = [
  {
    id: 'metadata-has-the-types-of-its-table',
    says: 'An object whose metadata has a member of another JSON type than its table states is refused.',
    prefix: 'object-metadata',
    resources: RESOURCES,
    at: () => ['metadata'],
    members: { labels: 'map', annotations: 'map' },
  },
  {
    id: 'containers-have-the-types-of-their-table',
    says: 'A container with a member of another JSON type than its table states is refused.',
    prefix: 'container',
    resources: DESCRIBING_PODS,
    at: ({ kind }) => [...(POD_SPEC[kind] ?? []), 'containers', '0'],
    ways: ({ kind }, member, to) => {
      const edits = containerEdits(POD_SPEC[kind] ?? [], { [member]: to });
      // A server may drop these from an init container, whose edit is the last, whatever their value.
      return NOT_OF_INIT_CONTAINERS.some((dropped) => dropped === member) ? edits.slice(0, -1) : edits;
    },
    members: {
      image: 'text',
      command: 'texts',
      args: 'texts',
      env: 'list',
      envFrom: 'list',
      imagePullPolicy: 'text',
      lifecycle: 'object',
      livenessProbe: 'object',
      readinessProbe: 'object',
      ports: 'list',
      resources: 'object',
      securityContext: 'object',
      stdin: 'boolean',
      stdinOnce: 'boolean',
      terminationMessagePath: 'text',
      terminationMessagePolicy: 'text',
      tty: 'boolean',
      volumeMounts: 'list',
      workingDir: 'text',
    },
  },
  {
    id: 'pod-specs-have-the-types-of-their-table',
    says: 'A pod spec with a member of another JSON type than its table states is refused.',
    prefix: 'pod-spec',
    resources: DESCRIBING_PODS,
    at: ({ kind }) => POD_SPEC[kind] ?? [],
    members: {
      containers: 'list',
      initContainers: 'list',
      activeDeadlineSeconds: 'integer',
      affinity: 'object',
      automountServiceAccountToken: 'boolean',
      dnsPolicy: 'text',
      hostAliases: 'list',
      hostIPC: 'boolean',
      hostNetwork: 'boolean',
      hostPID: 'boolean',
      hostname: 'text',
      imagePullSecrets: 'list',
      nodeName: 'text',
      nodeSelector: 'map',
      restartPolicy: 'text',
      schedulerName: 'text',
      securityContext: 'object',
      serviceAccountName: 'text',
      subdomain: 'text',
      terminationGracePeriodSeconds: 'integer',
      tolerations: 'list',
      volumes: 'list',
    },
  },
  {
    id: 'deployment-specs-have-the-types-of-their-table',
    says: 'A deployment spec with a member of another JSON type than its table states is refused.',
    prefix: 'deployment-spec',
    resources: ofKind('Deployment'),
    at: () => ['spec'],
    members: {
      template: 'object',
      selector: 'object',
      replicas: 'integer',
      strategy: 'object',
      minReadySeconds: 'integer',
      paused: 'boolean',
      progressDeadlineSeconds: 'integer',
      revisionHistoryLimit: 'integer',
      rollbackTo: 'object',
    },
  },
  {
    id: 'deployment-strategies-have-the-types-of-their-table',
    says: 'A strategy with a member of another JSON type than the document states is refused.',
    prefix: 'deployment-strategy',
    resources: ofKind('Deployment'),
    at: () => ['spec', 'strategy'],
    ways: (_, member, to) => [[{ set: '/spec/strategy', to: { type: 'RollingUpdate', [member]: to } }]],
    members: { type: 'text', rollingUpdate: 'object' },
  },
  {
    id: 'cron-job-specs-have-the-types-of-their-table',
    says: 'A cron job spec with a member of another JSON type than its table states is refused.',
    prefix: 'cron-job-spec',
    resources: ofKind('CronJob'),
    at: () => ['spec'],
    members: {
      schedule: 'text',
      jobTemplate: 'object',
      concurrencyPolicy: 'text',
      startingDeadlineSeconds: 'integer',
      suspend: 'boolean',
      successfulJobsHistoryLimit: 'integer',
      failedJobsHistoryLimit: 'integer',
    },
  },
  {
    id: 'job-specs-have-the-types-that-are-shown',
    says: 'A job spec with a member of another JSON type than the document shows is refused.',
    prefix: 'job-spec',
    resources: ofKind('Job'),
    at: () => ['spec'],
    members: { parallelism: 'integer', completions: 'integer', selector: 'object', template: 'object' },
  },
];

/** One statement per table: a member has a value of the wrong JSON type. */
export const TYPE_STATEMENTS: readonly Statement[] = TABLES.map(
  ({ id, says, prefix, resources, at, ways, members }) => {
    const [first, ...rest] = Object.keys(members).map((member) => `${prefix}.${kebab(member)}.type`);
    const wrong = Object.entries(members).flatMap(([member, form]) => WRONG[form].map((to) => ({ member, form, to })));
    const waysOf = (resource: Resource, values: typeof wrong): EditLists =>
      values.flatMap(
        ({ member, to }) => ways?.(resource, member, to) ?? [[{ set: pointer([...at(resource), member]), to }]],
      );
    const drawn = wrong.filter(({ form, to }) => !isOfTheOtherShape(form, to));
    return {
      id,
      says,
      cites: [first ?? prefix, ...rest],
      resources,
      breaks: (resource) => waysOf(resource, wrong),
      drawn: (resource) => waysOf(resource, drawn),
      field: `${prefix}.*`,
      refused: always,
    };
  },
);

/** A member's name as clause ids write it: `hostIPC` becomes `host-ipc`. */
function kebab(member: string): string {
  return member.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

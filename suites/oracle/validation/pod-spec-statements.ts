import type { MemberPath } from '../json.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { DESCRIBING_PODS, POD_SPEC } from '../objects/pod-specs.ts';
import type { Template } from '../../program/program.ts';
import { ONE_CONTAINER } from '../objects/minimal-objects.ts';
import { pointer } from '../values/json-pointer.ts';
import { containerEdits } from './container-edits.ts';
import { always, type Statement, type EditLists } from './statement.ts';

/** A statement about pod specs, in every kind that has one. */
function statement(
  parts: Pick<Statement, 'id' | 'says' | 'cites' | 'field'> &
    Partial<Statement> & { readonly within: (spec: MemberPath) => EditLists },
): Statement {
  const { within, ...rest } = parts;
  return { resources: DESCRIBING_PODS, refused: always, ...rest, breaks: (resource) => within(specOf(resource)) };
}

function specOf({ kind }: Resource): MemberPath {
  return POD_SPEC[kind] ?? [];
}

/** One edit that gives a member one of these values. Members are below the pod spec or its only container. */
function specMember(member: string, ...values: Template[]): (spec: MemberPath) => EditLists {
  return (spec) => values.map((to) => [{ set: pointer([...spec, member]), to }]);
}

/** Edits that give one of these values to a container: the only one, an added one, or an init container. */
function containerMember(member: string, ...values: Template[]): (spec: MemberPath) => EditLists {
  return (spec) => values.flatMap((value) => containerEdits(spec, { [member]: value }));
}

/** One edit that gives the pod an init container of these forms, alone or after a valid one. */
function initContainer(...forms: Readonly<Record<string, Template>>[]): (spec: MemberPath) => EditLists {
  const init = { ...ONE_CONTAINER, name: 'init' };
  return specMember(
    'initContainers',
    ...forms.flatMap((form) => [
      [{ ...init, ...form }],
      [
        { ...init, name: 'first' },
        { ...init, ...form },
      ],
    ]),
  );
}

const NOT_LABELS = ['', 'A', 'a.b', '-a', 'a-', 'a_b', 'a b', 'ä', 'a/b', 'a\n', `${'a'.repeat(64)}`];
const EXEC: Template = { exec: { command: ['true'] } };

export const POD_SPEC_STATEMENTS: readonly Statement[] = [
  statement({
    id: 'container-name-is-a-dns-label',
    says: 'A container whose name is no DNS_LABEL is refused.',
    cites: ['container.name.1'],
    field: 'containers[*].name',
    within: containerMember('name', ...NOT_LABELS),
  }),
  statement({
    id: 'container-names-are-unique',
    says: 'Two containers of one name are refused.',
    cites: ['container.name.2'],
    field: 'containers[*].name',
    within: specMember(
      'containers',
      [ONE_CONTAINER, ONE_CONTAINER],
      [ONE_CONTAINER, { ...ONE_CONTAINER, name: 'd' }, { ...ONE_CONTAINER, image: 'other:1' }],
    ),
  }),
  statement({
    id: 'init-container-shares-no-name',
    says: 'An init container with the name of a container, or of another init container, is refused.',
    cites: ['pod-spec.init-containers.5'],
    field: 'initContainers[*].name',
    within: specMember(
      'initContainers',
      [ONE_CONTAINER],
      [
        { ...ONE_CONTAINER, name: 'init' },
        { ...ONE_CONTAINER, name: 'init' },
      ],
    ),
  }),
  statement({
    id: 'there-is-a-container',
    says: 'A pod without containers is refused.',
    cites: ['pod-spec.containers.1'],
    field: 'containers',
    within: (spec) => [
      [{ set: pointer([...spec, 'containers']), to: [] }],
      [{ remove: pointer([...spec, 'containers']) }],
    ],
  }),
  statement({
    id: 'init-container-has-no-lifecycle',
    says: 'An init container with lifecycle actions is refused, or stored without them.',
    mayBeDropped: true,
    cites: ['pod-spec.init-containers.3'],
    field: 'initContainers[*].lifecycle',
    within: initContainer({ lifecycle: { postStart: EXEC } }, { lifecycle: { preStop: EXEC } }),
  }),
  statement({
    id: 'init-container-has-no-probes',
    says: 'An init container with a probe is refused, or stored without it.',
    mayBeDropped: true,
    cites: ['pod-spec.init-containers.4'],
    field: 'initContainers[*].livenessProbe',
    within: initContainer({ livenessProbe: EXEC }, { readinessProbe: EXEC }),
  }),
  statement({
    id: 'image-pull-policy-is-one-of-three',
    says: 'An imagePullPolicy other than Always, Never and IfNotPresent is refused.',
    cites: ['container.image-pull-policy.1'],
    field: 'containers[*].imagePullPolicy',
    within: containerMember('imagePullPolicy', 'always', 'Sometimes', 'IfNotPresent ', 'OnFailure'),
  }),
  statement({
    id: 'termination-message-policy-is-one-of-two',
    says: 'A terminationMessagePolicy other than File and FallbackToLogsOnError is refused.',
    cites: ['container.termination-message-policy.1'],
    field: 'containers[*].terminationMessagePolicy',
    within: containerMember('terminationMessagePolicy', 'file', 'Logs', 'FallbackToLogs', 'File '),
  }),
  statement({
    id: 'tty-needs-stdin',
    says: 'A container with a tty and without stdin is refused.',
    cites: ['container.tty.2', 'errors.5.1'],
    field: 'containers[*].tty',
    refused: (choices) => choices['container.tty'] === 'refused',
    within: (spec) => [{ tty: true }, { stdin: false, tty: true }].flatMap((members) => containerEdits(spec, members)),
  }),
  statement({
    id: 'active-deadline-is-positive',
    says: 'A pod whose activeDeadlineSeconds is not positive is refused.',
    cites: ['pod-spec.active-deadline-seconds.1', 'limits.active-deadline-seconds'],
    field: 'activeDeadlineSeconds',
    within: specMember('activeDeadlineSeconds', 0, -1, -2_147_483_648),
  }),
  statement({
    id: 'termination-grace-period-is-not-negative',
    says: 'A pod whose terminationGracePeriodSeconds is negative is refused.',
    cites: ['pod-spec.termination-grace-period-seconds.1'],
    field: 'terminationGracePeriodSeconds',
    refused: (choices) => choices['pod.negative-grace'] === 'refused',
    within: specMember('terminationGracePeriodSeconds', -1, -30),
  }),
  statement({
    id: 'dns-policy-is-one-of-three',
    says: 'A dnsPolicy other than ClusterFirstWithHostNet, ClusterFirst and Default is refused.',
    cites: ['pod-spec.dns-policy.1'],
    field: 'dnsPolicy',
    within: specMember('dnsPolicy', 'clusterFirst', 'None', 'Cluster'),
  }),
  statement({
    id: 'restart-policy-is-one-of-three',
    says: 'A restartPolicy other than Always, OnFailure and Never is refused.',
    cites: ['pod-spec.restart-policy.1'],
    field: 'restartPolicy',
    within: specMember('restartPolicy', 'always', 'Sometimes', 'IfNotPresent', 'Never '),
  }),
  statement({
    id: 'host-aliases-need-a-pod-network',
    says: 'A pod with host aliases on the host network is refused.',
    cites: ['pod-spec.host-aliases.2'],
    field: 'hostAliases',
    within: (spec) => [
      [
        { set: pointer([...spec, 'hostNetwork']), to: true },
        { set: pointer([...spec, 'hostAliases']), to: [{ ip: '10.0.0.1', hostnames: ['one'] }] },
      ],
    ],
  }),
];

import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import type { MemberPlace } from './member-place.ts';
import type { Illegal } from './taken.ts';

/** A statement of the document by which a server must refuse values of a member. */
export interface IllegalValues {
  /** The part of a fault's name that stands for this value. */
  readonly id: string;
  readonly clause: string;
  /** The values that the faulty server accepts, for the sentence. */
  readonly says: string;
  readonly applies: (place: MemberPlace) => boolean;
  readonly isIllegal: Illegal;
  /** A value that shows the fault, given the object that has the member. */
  readonly value: unknown;
  /** The value that a server which accepts it stores instead; default that of the samples. */
  readonly stored?: unknown;
  /** Media type of the patch in which the value means nothing. */
  readonly meansNothingIn?: string;
  /** A further condition on the object that has the member. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

const isOf =
  (type: string, ...members: readonly string[]) =>
  (place: MemberPlace): boolean =>
    place.type === type && members.includes(place.member);
const inInit = ({ pattern }: MemberPlace): boolean => pattern.includes('initContainers');
const isNothing = (bound: unknown): boolean => bound === 0 || bound === '0%' || bound === '0';

/** Document, PodSpec, Container, DeploymentSpec, Limits and Errors. */
export const ILLEGAL_VALUES: readonly IllegalValues[] = [
  {
    id: 'not-positive',
    clause: 'pod-spec.active-deadline-seconds.1',
    says: 'accepts an active deadline that is not positive',
    applies: isOf('core/v1.PodSpec', 'activeDeadlineSeconds'),
    isIllegal: ({ value }) => typeof value === 'number' && value <= 0,
    value: 0,
  },
  {
    id: 'negative',
    clause: 'pod-spec.termination-grace-period-seconds.1',
    says: 'accepts a negative grace period',
    applies: isOf('core/v1.PodSpec', 'terminationGracePeriodSeconds'),
    isIllegal: ({ value }) => typeof value === 'number' && value < 0,
    value: -1,
  },
  {
    id: 'no-label',
    clause: 'container.name.1',
    says: 'accepts a name that is no DNS label',
    applies: isOf('core/v1.Container', 'name'),
    isIllegal: ({ value }) => typeof value === 'string' && !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(value),
    value: 'Not_A_Label',
  },
  {
    id: 'without-stdin',
    clause: 'errors.5.1',
    says: 'accepts a terminal without standard input',
    applies: isOf('core/v1.Container', 'tty'),
    isIllegal: ({ value, owner }) => value === true && owner['stdin'] !== true,
    value: true,
    beside: { stdin: false },
  },
  {
    id: 'both-zero',
    clause: 'errors.5.2',
    says: 'accepts a maxSurge and a maxUnavailable that are both zero',
    applies: ({ member }) => member === 'maxSurge',
    isIllegal: ({ value, owner }) => isNothing(value) && isNothing(owner['maxUnavailable']),
    value: 0,
    beside: { maxUnavailable: 0 },
  },
  {
    id: 'on-init',
    clause: 'pod-spec.init-containers.3',
    says: 'accepts lifecycle actions of an init container',
    applies: (place) => inInit(place) && isOf('core/v1.Container', 'lifecycle')(place),
    isIllegal: ({ value }) => value !== null,
    value: { preStop: { exec: { command: ['true'] } } },
  },
  {
    id: 'on-init',
    clause: 'pod-spec.init-containers.4',
    says: 'accepts probes of an init container',
    applies: (place) => inInit(place) && isOf('core/v1.Container', 'livenessProbe', 'readinessProbe')(place),
    isIllegal: ({ value }) => value !== null,
    value: { exec: { command: ['true'] } },
  },
  {
    id: 'on-the-host-network',
    clause: 'pod-spec.host-aliases.2',
    says: 'accepts host aliases on the host network',
    applies: isOf('core/v1.PodSpec', 'hostAliases'),
    isIllegal: ({ value, owner }) => Array.isArray(value) && value.length > 0 && owner['hostNetwork'] === true,
    value: [{ ip: '10.0.0.1', hostnames: ['one'] }],
    beside: { hostNetwork: true },
  },
  {
    id: 'none',
    clause: 'pod-spec.containers.1',
    says: 'accepts a pod without containers',
    applies: isOf('core/v1.PodSpec', 'containers'),
    isIllegal: ({ value }) => Array.isArray(value) && value.length === 0,
    value: [],
    stored: [{ name: 'plain', image: 'registry.example:5000/app:1.0' }],
    meansNothingIn: STRATEGIC_MERGE_PATCH_TYPE,
  },
];

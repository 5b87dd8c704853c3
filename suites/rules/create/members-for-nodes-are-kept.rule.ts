import { appearances } from '../../checks/create/creations.ts';
import { missing } from '../../oracle/values/comparison.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Edit } from '../../program/program.ts';
import { fc, ONE_CONTAINER, resourceOf } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, JsonObject, Rule, Template } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

export const rule: Rule = {
  id: 'create/members-for-nodes-are-kept',
  level: 'must',
  title:
    'A pod spec shows the members that only nodes act on as they were sent: commands with unresolved references, environments and their sources in order, probes, limits, security contexts, host names and accounts.',
  cites: [
    'container.image.1',
    'container.command.4',
    'container.command.5',
    'container.args.2',
    'container.lifecycle.1',
    'container.resources.1',
    'container.security-context.1',
    'pod-spec.security-context.1',
    'pod-spec.image-pull-secrets.1',
    'pod-spec.node-name.1',
    'pod-spec.service-account-name.1',
    'what-the-service-does.desired-state',
  ],
  operations: POD_CREATES,
  cases: (operation) => {
    const [podSpec = []] = inPodSpec([])(resourceOf(operation));
    return fc.constant(
      createEdited(
        operation,
        Object.entries(ASKED).map(([member, to]): Edit => ({ set: pointerTo([...podSpec, member]), to })),
      ),
    );
  },
  check,
  least: 1,
};

const PROBE: Template = {
  exec: { command: ['probe', '$(UNRESOLVED)'] },
  initialDelaySeconds: 3,
  timeoutSeconds: 4,
  periodSeconds: 5,
  successThreshold: 1,
  failureThreshold: 6,
};

const CONTAINER: Template = {
  ...ONE_CONTAINER,
  image: 'registry.example:5000/team/app:v1.2',
  command: ['run', '$(SET)', '$(UNRESOLVED)', '$$(ESCAPED)', 'a b', ''],
  args: ['$(SET)', '$$(SET)', '--flag=$(UNRESOLVED)'],
  env: [
    { name: 'SET', value: 'first' },
    { name: 'USES', value: '$(SET) $$(SET)' },
    { name: 'FROM', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
  ],
  envFrom: [
    { configMapRef: { name: 'first' } },
    { prefix: 'P_', secretRef: { name: 'second' } },
    { configMapRef: { name: 'third' } },
  ],
  resources: { limits: { cpu: '200m', memory: '64Mi' }, requests: { cpu: '100m', memory: '32Mi' } },
  securityContext: { runAsUser: 1000, readOnlyRootFilesystem: true },
  livenessProbe: PROBE,
  readinessProbe: PROBE,
  lifecycle: { preStop: { exec: { command: ['stop'] } } },
  workingDir: '/work',
};

/** The pod is for a missing node, so no node acts on it. Its service account exists in every namespace. */
const ASKED: Readonly<Record<string, Template>> = {
  containers: [CONTAINER],
  nodeName: 'plumbline-no-such-node',
  hostname: 'host',
  subdomain: 'sub',
  securityContext: { runAsUser: 1000, fsGroup: 2000 },
  imagePullSecrets: [{ name: 'first' }, { name: 'second' }],
  serviceAccountName: 'default',
  tolerations: [{ key: 'only', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }],
      },
    },
  },
};

function* check(history: History): Iterable<Finding> {
  for (const { creation, where, object } of appearances(history)) {
    const { kind } = creation.exchange.call.resource;
    const [asked, shown] = [podSpecOf(kind, creation.sent), podSpecOf(kind, object)];
    if (asked === undefined || shown === undefined) continue;
    const [first] = missing(ofNodes(asked), shown, { schema: 'core/v1.PodSpec' });
    if (first === undefined) yield held(creation.exchange, `${Object.keys(ofNodes(asked)).length} members`);
    else
      yield violated(
        creation.exchange,
        `${first.path} ${show(first.expected)}, as it was sent`,
        `${show(first.actual)} ${where}`,
        `${first.path.replaceAll(/\/\d+(?=\/|$)/g, '/*').replaceAll(/\[[^\]]*\]/g, '*')} is not kept`,
      );
  }
}

/** The members of a pod spec that only nodes use. Init containers are left out: another rule judges them. */
function ofNodes(podSpec: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(podSpec).filter(([name]) => Object.hasOwn(ASKED, name)));
}

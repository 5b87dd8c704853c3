import type { MeasuredClient } from '../../../shared/verdict-log/measured-clients.ts';

type FailedCommand = Pick<MeasuredClient['failed'][number], 'command' | 'said'>;

/** Commands that the reference server does not serve. */
interface Outside {
  /** The clients that this is about; default all. */
  readonly client?: RegExp;
  readonly command: RegExp;
  /** The last line that the client then prints. Another failure of the command has another reason. */
  readonly says: RegExp;
  readonly reason: string;
}

const NOT_FOUND = /404/;

const OUTSIDE: readonly Outside[] = [
  { command: /^logs /, says: /containers are simulated/, reason: 'containers are simulated and write no log' },
  { command: /PodLog|pod_log/, says: NOT_FOUND, reason: 'containers are simulated and write no log' },
  {
    command: /^exec /,
    says: /containers are simulated/,
    reason: 'containers are simulated: there is nothing to run in',
  },
  {
    client: /^kubectl 1\.20/,
    command: /--from=cronjob/,
    says: /no kind "CronJob" is registered/,
    reason: 'it takes the newest version of CronJob, which it cannot read; `cronjobs.v1beta1.batch/often` works',
  },
  { command: /^top /, says: /Metrics API not available/, reason: 'no metrics' },
  { command: /^autoscale /, says: /horizontalpodautoscalers|HPA/, reason: 'no HorizontalPodAutoscaler' },
  {
    command: /^create ingress/,
    says: /networking\.k8s\.io/,
    reason: 'Ingress is that of extensions/v1beta1, which kubectl no longer makes',
  },
  { command: /^create role /, says: /rbac\.authorization/, reason: 'no RBAC' },
  {
    command: /^create poddisruptionbudget/,
    says: /PodDisruptionBudget|poddisruptionbudgets/,
    reason: 'no PodDisruptionBudget',
  },
  { command: /--server-side/, says: /Server-side apply not available/, reason: 'no server-side apply' },
  { command: /Lease|_lease/, says: NOT_FOUND, reason: 'no Lease' },
];

/** Why a command of a client failed with that last line, or `undefined` if it should have passed. */
export function reasonFor(client: string, version: string, { command, said }: FailedCommand): string | undefined {
  const named = `${client} ${version}`;
  return OUTSIDE.find((row) => (row.client?.test(named) ?? true) && row.command.test(command) && row.says.test(said))
    ?.reason;
}

/** Why a function of kubectl's own tests fails partly: it uses features outside of the document. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  run_kubectl_local_proxy_tests: 'no `/metrics`',
  run_clusterroles_tests: 'no RBAC',
  run_role_tests: 'no RBAC',
  run_assert_short_name_tests: 'no `storageVersionHash` in discovery',
  run_pod_tests: 'images of pods stay as the document has it; no `managedFields`, PodDisruptionBudget or PriorityClass',
  run_save_config_tests: 'images of pods stay as the document has it; no HorizontalPodAutoscaler',
  run_kubectl_apply_tests: 'no `managedFields` and no CustomResourceDefinition; refusals have words of their own',
  run_kubectl_server_side_apply_tests: 'no server-side apply',
  run_kubectl_apply_deployments_tests:
    'a PATCH is never refused for a lock, as the document has it; refusals have words of their own',
  run_kubectl_diff_tests: 'images of pods stay as the document has it; no server-side apply',
  run_kubectl_get_tests: 'no HorizontalPodAutoscaler and no RBAC',
  run_crd_tests: 'no CustomResourceDefinition',
  run_create_job_tests: 'it takes the newest version of CronJob, which kubectl 1.20 cannot read',
  run_daemonset_tests: 'no `managedFields`',
  run_deployment_tests: 'no HorizontalPodAutoscaler; replica sets carry no `deployment.kubernetes.io/revision-history`',
  run_job_tests: 'it takes the newest version of CronJob, which kubectl 1.20 cannot read',
  run_namespace_tests: 'the namespace is gone before kubectl waits for that',
  run_rc_tests: 'names are not validated, on which the document is silent; no HorizontalPodAutoscaler',
  run_recursive_resources_tests:
    'images of pods stay as the document has it; no HorizontalPodAutoscaler; `kubectl convert` is gone from kubectl 1.20',
  run_rs_tests: 'no `managedFields` and no HorizontalPodAutoscaler',
  run_service_tests: 'a PATCH is never refused for a lock, as the document has it; no `managedFields`',
  run_stateful_set_tests: 'no controller brings a StatefulSet to its desired state',
  run_statefulset_history_tests: 'no controller brings a StatefulSet to its desired state',
  run_storage_class_tests: 'no StorageClass',
  run_nodes_tests: 'the simulated node is there beside the one that the tests make',
  run_authorization_tests: 'no SubjectAccessReview',
  run_swagger_tests: 'descriptions have words of their own',
  run_kubectl_all_namespace_tests: 'the simulated node is there beside the one that the tests make',
  run_template_output_tests: 'no RBAC and other kinds that stay out; `kubectl convert` is gone from kubectl 1.20',
  run_certificates_tests: 'no CertificateSigningRequest',
  run_cluster_management_tests: 'the simulated node is there beside the one that the tests make; no `managedFields`',
  run_impersonation_tests: 'no CertificateSigningRequest, and callers have no names',
  run_kubectl_debug_node_tests: 'the simulated node is there beside the one that the tests make',
  run_multi_resources_tests: 'one of its files is fetched from the internet',
};

export function suiteReason(name: string): string | undefined {
  return FUNCTIONS[name];
}

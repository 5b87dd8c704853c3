import { CONFIG_MAP } from './kinds/config-map.ts';
import { CRON_JOB } from './kinds/cron-job.ts';
import { DAEMON_SET } from './kinds/daemon-set.ts';
import { DEPLOYMENT } from './kinds/deployment.ts';
import { EVENT } from './kinds/event.ts';
import { INGRESS } from './kinds/ingress.ts';
import { JOB } from './kinds/job.ts';
import { NAMESPACE } from './kinds/namespace.ts';
import { PLAIN_KINDS } from './kinds/plain-kinds.ts';
import { POD } from './kinds/pod.ts';
import { REPLICA_SET } from './kinds/replica-set.ts';
import { SECRET } from './kinds/secret.ts';
import { SERVICE } from './kinds/service.ts';
import type { StrategyRegistry } from './strategy.ts';

/** The strategy of each kind. */
export const STRATEGIES: StrategyRegistry = {
  ConfigMap: CONFIG_MAP,
  Event: EVENT,
  Namespace: NAMESPACE,
  Pod: POD,
  Secret: SECRET,
  Service: SERVICE,
  DaemonSet: DAEMON_SET,
  Deployment: DEPLOYMENT,
  Ingress: INGRESS,
  ReplicaSet: REPLICA_SET,
  Job: JOB,
  CronJob: CRON_JOB,
  ...PLAIN_KINDS,
};

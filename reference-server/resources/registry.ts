import { CONFIG_MAP } from './config-map.ts';
import { CRON_JOB } from './cron-job.ts';
import { DAEMON_SET } from './daemon-set.ts';
import { DEPLOYMENT } from './deployment.ts';
import { EVENT } from './event.ts';
import { INGRESS } from './ingress.ts';
import { JOB } from './job.ts';
import { NAMESPACE } from './namespace.ts';
import { PLAIN_KINDS } from './plain-kinds.ts';
import { POD } from './pod.ts';
import { REPLICA_SET } from './replica-set.ts';
import { SECRET } from './secret.ts';
import { SERVICE } from './service.ts';
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

import { ApiError } from '../../resources/api-error.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { items, type Members } from '../../resources/values/json-members.ts';
import type { Reconciler } from '../runtime/workload-controller.ts';
import { controllerReference, isControlledBy } from '../runtime/controller-reference.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import { controlledResource, type NewObject } from '../runtime/controller-writes.ts';
import { planCronJob } from './plan-cron-job.ts';

const SOURCE = { component: 'cronjob-controller' };

/** Creates a job of each cron job whenever its schedule is due. */
export class CronJobReconciler implements Reconciler {
  readonly kind = 'CronJob';
  readonly manages = 'Job';
  readonly #tools: ControllerTools;

  constructor(tools: ControllerTools) {
    this.#tools = tools;
  }

  async reconcile(cronJob: ObjectEntry): Promise<number | undefined> {
    const { uid } = cronJob.value.object.metadata;
    const jobs = this.#tools.cache.managedBy(uid).filter(({ value }) => isControlledBy(value.object, this.kind, uid));
    const now = this.#tools.context.clock.now();
    const plan = planCronJob(cronJob.value.object, jobs, now);
    for (const job of plan.remove) await this.#remove(cronJob, job);
    const run = plan.run === undefined ? plan.made : await this.#run(cronJob, plan.run);
    await this.#tools.writes.status(cronJob, run === undefined ? plan.status : withActive(plan.status, run));
    for (const happening of plan.happenings) this.#tools.events.record(cronJob, SOURCE, happening);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }

  async #remove(cronJob: ObjectEntry, job: ObjectEntry): Promise<void> {
    await this.#tools.writes.remove(job, { propagationPolicy: 'Background' });
    const message = `Deleted job ${job.value.object.metadata.name}`;
    this.#tools.events.record(cronJob, SOURCE, { type: 'Normal', reason: 'SuccessfulDelete', message });
  }

  async #run(cronJob: ObjectEntry, job: NewObject): Promise<ObjectEntry> {
    const ownerReferences = [controllerReference(cronJob, controlledResource(this.kind))];
    try {
      const made = await this.#tools.writes.create(this.manages, cronJob.value.object.metadata.namespace, {
        ...job,
        metadata: { ...job.metadata, ownerReferences },
      });
      this.#tools.events.record(cronJob, SOURCE, {
        type: 'Normal',
        reason: 'SuccessfulCreate',
        message: `Created job ${job.metadata.name}`,
      });
      return made;
    } catch (error) {
      if (error instanceof ApiError)
        this.#tools.events.record(cronJob, SOURCE, {
          type: 'Warning',
          reason: 'FailedCreate',
          message: `Error creating job: ${error.message}`,
        });
      throw error;
    }
  }
}

function withActive(status: Members, { value: { object }, revision }: ObjectEntry): Members {
  const { name = '', namespace = '', uid = '' } = object.metadata;
  const reference = {
    kind: object.kind,
    namespace,
    name,
    uid,
    apiVersion: object.apiVersion,
    resourceVersion: String(revision),
  };
  return { ...status, active: [...items(status['active']), reference] };
}

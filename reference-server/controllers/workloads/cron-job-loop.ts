import { ApiError } from '../../objects/api-error.ts';
import { objectKey } from '../../objects/object-key.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { Members } from '../../resources/json-members.ts';
import { items } from '../../resources/json-members.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import { controllerReference, isControlledBy } from '../loop/controller-reference.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import type { NewObject } from '../loop/loop-writes.ts';
import { loopResource } from '../loop/loop-writes.ts';
import { planCronJob } from './plan-cron-job.ts';

const SOURCE = { component: 'cronjob-controller' };

/** Makes a job of each cron job whenever its schedule says so. */
export class CronJobLoop implements LoopRules {
  readonly kind = 'CronJob';
  readonly manages = 'Job';
  readonly #tools: LoopTools;

  constructor(tools: LoopTools) {
    this.#tools = tools;
  }

  async reconcile(cronJob: ObjectEntry): Promise<number | undefined> {
    const { uid } = cronJob.value.object.metadata;
    const jobs = this.#tools.cache.managedBy(uid).filter(({ value }) => isControlledBy(value.object, this.kind, uid));
    const now = this.#tools.world.clock.now();
    const plan = planCronJob(cronJob.value.object, jobs, now);
    for (const job of plan.remove) await this.#remove(cronJob, job);
    const run = plan.run === undefined ? undefined : await this.#run(cronJob, plan.run);
    await this.#tools.writes.status(cronJob, run === undefined ? plan.status : withActive(plan.status, run));
    for (const happening of plan.happenings) this.#tools.events.record(cronJob, SOURCE, happening);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }

  async #remove(cronJob: ObjectEntry, job: ObjectEntry): Promise<void> {
    await this.#tools.writes.remove(job, { propagationPolicy: 'Background' });
    const message = `Deleted job ${job.value.object.metadata.name}`;
    this.#tools.events.record(cronJob, SOURCE, { type: 'Normal', reason: 'SuccessfulDelete', message });
  }

  /** The job of a run; that of a run of which only the status could not be written is the one that is there. */
  async #run(cronJob: ObjectEntry, job: NewObject): Promise<ObjectEntry> {
    const { namespace, uid } = cronJob.value.object.metadata;
    const ownerReferences = [controllerReference(cronJob, loopResource(this.kind))];
    try {
      const made = await this.#tools.writes.create(this.manages, namespace, { ...job, metadata: { ...job.metadata, ownerReferences } });
      this.#tools.events.record(cronJob, SOURCE, { type: 'Normal', reason: 'SuccessfulCreate', message: `Created job ${job.metadata.name}` });
      return made;
    } catch (error) {
      const there = this.#tools.cache.get(objectKey(loopResource(this.manages), namespace, job.metadata.name ?? ''));
      if (error instanceof ApiError && error.reason === 'AlreadyExists' && there !== undefined && isControlledBy(there.value.object, this.kind, uid)) return there;
      throw error;
    }
  }
}

function withActive(status: Members, { value: { object }, revision }: ObjectEntry): Members {
  const { name = '', namespace = '', uid = '' } = object.metadata;
  const reference = { kind: object.kind, namespace, name, uid, apiVersion: object.apiVersion, resourceVersion: String(revision) };
  return { ...status, active: [...items(status['active']), reference] };
}

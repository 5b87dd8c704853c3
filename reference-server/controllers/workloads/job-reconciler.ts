import type { ObjectEntry } from '../../objects/stored-object.ts';
import { members } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Reconciler } from '../runtime/workload-controller.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import { controlledResource } from '../runtime/controller-writes.ts';
import type { StepResult } from '../runtime/work-queue.ts';
import { makePods } from './make-pods.ts';
import { managedObjects } from './managed-objects.ts';
import { planJob } from './plan-job.ts';
import { podOfTemplate } from './pod-of-template.ts';
import { removePods } from './remove-pods.ts';

const SOURCE = { component: 'job-controller' };

/** Runs jobs: creates their pods, counts their ends, and reports the end of the job. */
export class JobReconciler implements Reconciler {
  readonly kind = 'Job';
  readonly manages = 'Pod';
  readonly adopts = true;
  readonly countsEnded = true;
  readonly #tools: ControllerTools;

  constructor(tools: ControllerTools) {
    this.#tools = tools;
  }

  async reconcile(job: ObjectEntry): Promise<StepResult> {
    const { object } = job.value;
    const pods = await managedObjects(this.#tools, job, this);
    const now = this.#tools.context.clock.now();
    const plan = planJob(object, pods, now);
    await removePods(this.#tools.writes, this.#tools.events, job, SOURCE, plan.surplus);
    await this.#tools.writes.status(job, plan.status);
    const pod = podOfTemplate(job, controlledResource(this.kind), members(specOf(object)['template']));
    for (const happening of plan.happenings) this.#tools.events.record(job, SOURCE, happening);
    const refusal = await makePods(
      this.#tools,
      job,
      SOURCE,
      Array.from({ length: plan.missing }, () => pod),
    );
    const after = plan.nextAt === undefined ? undefined : plan.nextAt - now;
    return refusal === undefined ? after : { refusal, after };
  }
}

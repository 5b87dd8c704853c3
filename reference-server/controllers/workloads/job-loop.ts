import type { ObjectEntry } from '../../objects/stored-object.ts';
import { members } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/workload-controller.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import { loopResource } from '../loop/loop-writes.ts';
import type { StepResult } from '../loop/work-queue.ts';
import { makePods } from './make-pods.ts';
import { managedObjects } from './managed-objects.ts';
import { planJob } from './plan-job.ts';
import { podOfTemplate } from './pod-of-template.ts';
import { removePods } from './remove-pods.ts';

const SOURCE = { component: 'job-controller' };

/** Runs jobs: creates their pods, counts their ends, and reports the end of the job. */
export class JobLoop implements LoopRules {
  readonly kind = 'Job';
  readonly manages = 'Pod';
  readonly adopts = true;
  readonly countsEnded = true;
  readonly #tools: LoopTools;

  constructor(tools: LoopTools) {
    this.#tools = tools;
  }

  async reconcile(job: ObjectEntry): Promise<StepResult> {
    const { object } = job.value;
    const pods = await managedObjects(this.#tools, job, this);
    const now = this.#tools.context.clock.now();
    const plan = planJob(object, pods, now);
    await removePods(this.#tools.writes, this.#tools.events, job, SOURCE, plan.surplus);
    await this.#tools.writes.status(job, plan.status);
    const pod = podOfTemplate(job, loopResource(this.kind), members(specOf(object)['template']));
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

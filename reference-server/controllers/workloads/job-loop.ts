import type { ObjectEntry } from '../../objects/stored-object.ts';
import { members } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import { loopResource } from '../loop/loop-writes.ts';
import { makePod } from './make-pod.ts';
import { managedObjects } from './managed-objects.ts';
import { planJob } from './plan-job.ts';
import { podOfTemplate } from './pod-of-template.ts';
import { removePods } from './remove-pods.ts';

const SOURCE = { component: 'job-controller' };

/** Runs jobs: makes their pods, counts how they end, and says when the job has. */
export class JobLoop implements LoopRules {
  readonly kind = 'Job';
  readonly manages = 'Pod';
  readonly adopts = true;
  readonly countsEnded = true;
  readonly #tools: LoopTools;

  constructor(tools: LoopTools) {
    this.#tools = tools;
  }

  async reconcile(job: ObjectEntry): Promise<number | undefined> {
    const { object } = job.value;
    const pods = await managedObjects(this.#tools, job, this);
    const now = this.#tools.world.clock.now();
    const plan = planJob(object, pods, now);
    await removePods(this.#tools.writes, this.#tools.events, job, SOURCE, plan.surplus);
    await this.#tools.writes.status(job, plan.status);
    const pod = podOfTemplate(job, loopResource(this.kind), members(specOf(object)['template']));
    for (const happening of plan.happenings) this.#tools.events.record(job, SOURCE, happening);
    for (let made = 0; made < plan.missing; made += 1) await makePod(this.#tools, job, SOURCE, pod);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }
}

import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { World } from '../../objects/world.ts';
import { members } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import type { EventRecorder } from '../loop/event-recorder.ts';
import { LoopWrites, loopResource } from '../loop/loop-writes.ts';
import type { ObjectCache } from '../loop/object-cache.ts';
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
  readonly #world: World;
  readonly #cache: ObjectCache;
  readonly #events: EventRecorder;
  readonly #writes: LoopWrites;

  constructor(world: World, cache: ObjectCache, events: EventRecorder) {
    this.#world = world;
    this.#cache = cache;
    this.#events = events;
    this.#writes = new LoopWrites(world);
  }

  async reconcile(job: ObjectEntry): Promise<number | undefined> {
    const { object } = job.value;
    const pods = await managedObjects(this.#cache, this.#writes, job, this.kind, this.manages);
    const now = this.#world.clock.now();
    const plan = planJob(object, pods, now);
    await removePods(this.#writes, this.#events, job, SOURCE, plan.surplus);
    await this.#writes.status(job, plan.status);
    const pod = podOfTemplate(job, loopResource(this.kind), members(specOf(object)['template']));
    for (let made = 0; made < plan.missing; made += 1) {
      const { value } = await this.#writes.create(this.manages, object.metadata.namespace, pod);
      this.#events.record(job, SOURCE, { type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${value.object.metadata.name}` });
    }
    for (const happening of plan.happenings) this.#events.record(job, SOURCE, happening);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }
}

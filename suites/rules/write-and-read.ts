import type { Edit, Program, Step, Template } from '../program/program.ts';
import type { Steps } from './steps.ts';

/**
 * How long to wait for an event that must come, in milliseconds. Longer than `LATE_MS`, after which it counts as
 * missing.
 */
export const WAIT_MS = 6000;

/** Waits until the clock shows another second, because creation times have whole seconds. */
export const A_SECOND_LATER: Step = { do: 'pause', ms: 1100 };

/** The label that the driver gives to the objects of this case. */
export const OWN_LABEL = { 'plumbline-case': '{{case}}' } as const;

/** Selects the objects of this case. */
export const OWN_OBJECTS = { labelSelector: 'plumbline-case={{case}}' } as const;

/** The version of the object in an earlier step's response. */
export function versionOf(as: string): Template {
  return { $from: as, at: '/metadata/resourceVersion' };
}

/** An edited copy of an earlier step's response. */
export function edited(as: string, edits: readonly Edit[]): Template {
  return { $edit: { $from: as }, with: edits };
}

/** Waits for that many events, and continues after the time that a server gets for them. */
export function awaitEvents(watch: string, events: number): Step {
  return { do: 'await', watch, until: { events }, within: WAIT_MS, isDue: true };
}

/** Waits until the watch has delivered the version of an earlier step's response. */
export function awaitVersion(watch: string, as: string): Step {
  return { do: 'await', watch, until: { version: versionOf(as) }, within: WAIT_MS, isDue: true };
}

/** Waits until the watch has delivered an event of that object. */
export function awaitObject(watch: string, object: string): Step {
  return { do: 'await', watch, until: { object }, within: WAIT_MS, isDue: true };
}

/** Creates `{{a}}`, as `made`, and reads it by the path at issue, as `read`. */
export function makeAndRead(on: Steps, body: Template): readonly Step[] {
  return [on.create(body, { as: 'made' }), on.get('{{a}}', { as: 'read' })];
}

/** The writes of an object of that name, with a get after each. */
export function readAfterEach(on: Steps, name: string, writes: readonly Step[]): Program {
  return writes.flatMap((write) => [write, on.get(name)]);
}

/** Creates `{{a}}`, writes it, and reads the new state by a get, a list and a watch. */
export function writeAndRead(on: Steps, body: Template, write: readonly Step[], events = 1): Program {
  return [
    ...makeAndRead(on, body),
    on.watch('seen', '{{a}}', { query: { resourceVersion: versionOf('read') } }),
    ...write,
    on.get('{{a}}'),
    on.list({ query: OWN_OBJECTS }),
    awaitEvents('seen', events),
  ];
}

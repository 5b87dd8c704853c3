import type { ApiObject } from '../../resources/api-object.ts';
import { durationMs } from '../../objects/duration.ts';

/**
 * The simulated behaviour of a pod's containers, by annotations of the pod. Each is
 * `<what>.plumbline.test/<container>`, except the last:
 *
 *     exit.plumbline.test/main: "1 after 5s, 1, run"    fails after 5 seconds, then at once, then keeps running; the last entry applies to all later runs
 *     waiting.plumbline.test/main: "ErrImagePull"       never starts, and waits for that reason
 *     unready.plumbline.test/main: "true"               runs, but is not ready while the annotation is there
 *     ready-after.plumbline.test/main: "10s"            is ready so long after it has started
 *     plumbline.test/stops-after: "20s"                 the pod is gone so long after its deletion began, its grace period at most
 */
export interface ContainerHooks {
  /** The outcome of each run of the container, the last for all further ones; empty without an annotation. */
  readonly runs: readonly ContainerRun[];
  readonly waiting: string | undefined;
  readonly unready: boolean;
  readonly readyAfterMs: number;
}

/** `undefined` if it never ends. */
export type ContainerRun = { readonly exitCode: number; readonly afterMs: number } | undefined;

const STOPS_AFTER_MS = 1000;

/** The annotations of a container; unreadable ones are ignored. */
export function containerHooks(pod: ApiObject, container: string): ContainerHooks {
  const said = (what: string): string | undefined => annotation(pod, `${what}.plumbline.test/${container}`);
  return {
    runs: runsOf(said('exit') ?? ''),
    waiting: said('waiting') === '' ? undefined : said('waiting'),
    unready: said('unready') === 'true',
    readyAfterMs: durationMs(said('ready-after') ?? '') ?? 0,
  };
}

/** How long after the start of its deletion a pod is gone. */
export function stopsAfterMs(pod: ApiObject): number {
  return durationMs(annotation(pod, 'plumbline.test/stops-after') ?? '') ?? STOPS_AFTER_MS;
}

function annotation({ metadata: { annotations = {} } }: ApiObject, key: string): string | undefined {
  return Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}

function runsOf(text: string): ContainerRun[] {
  return text.split(',').flatMap((part) => {
    const words = part.trim().split(/\s+/);
    if (words.length === 1 && words[0] === 'run') return [undefined];
    const [code = '', after = 'after', duration = '0s'] = words;
    const afterMs = durationMs(duration);
    return /^\d{1,3}$/.test(code) && after === 'after' && afterMs !== undefined
      ? [{ exitCode: Math.min(Number(code), 255), afterMs }]
      : [];
  });
}

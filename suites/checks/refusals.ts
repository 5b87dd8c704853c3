import type { Answers } from '../../spec/dialects/index.ts';
import { differences, SYSTEM_WRITTEN } from '../oracle/comparison.ts';
import type { ObjectKey, Sighting, World } from '../oracle/world.ts';
import type { ResourceCalled } from './answers.ts';
import { answerOf, brokeDown, refused, statusOf, succeeded } from './answers.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';

/** A write that must not be carried out. */
export interface ToRefuse {
  readonly exchange: ResourceCalled;
  /** The object that it was about, by the name in its path or its body. */
  readonly key: ObjectKey;
  /** Why it must not: what is wrong with it, in a few words. */
  readonly shape: string;
}

/**
 * Judges that writes which must not be carried out are refused with a client error, and that no trace of them is left: what was
 * there before is shown by every later get, list and event as it was, until the next write, and what was not there is not shown.
 */
export function* judgeRefusals(world: World, writes: Iterable<ToRefuse>, answers: Answers): Iterable<Finding> {
  for (const write of writes) {
    const { exchange, shape } = write;
    if (succeeded(exchange)) yield violated(exchange, `a refusal of ${shape}`, answerOf(exchange), `${shape}: accepted`);
    else if (brokeDown(exchange) && !mayAnswer(exchange, answers)) yield violated(exchange, `a refusal of ${shape}, 4xx`, answerOf(exchange), `${shape}: breaks down`);
    else if (refused(exchange) || mayAnswer(exchange, answers)) yield traceOf(world, write) ?? held(exchange, shape);
  }
}

/** Whether a dialect lets the server answer bad input with that 500. */
function mayAnswer(exchange: ResourceCalled, answers: Answers): boolean {
  return answers['errors.bad-input-status'] === 'may-be-500' && statusOf(exchange) === 500;
}

/** The first trace that a refused write left. */
function traceOf(world: World, { exchange, key, shape }: ToRefuse): Finding | undefined {
  const before = world.expectedAt(key, exchange.began);
  const until = Math.min(...world.writesTo(key).filter(({ outcome, began }) => outcome !== 'refused' && began > exchange.began).map(({ began }) => began));
  const later = world.sightingsOf(key).filter((look) => look.source !== 'delete' && look.ended < until && isNews(world, look, exchange));
  if (before === undefined) return appeared(world, { exchange, key, shape }, later);
  if (world.surelyGone(key, until)) return violated(exchange, `${key.name} still there`, 'it is gone', `${shape}: removed all the same`);
  for (const look of later.filter(({ uid, version }) => uid !== before.uid || version !== before.version)) {
    const [first] = differences(before.content, look.content, { schema: look.view.schema, ignore: ['/apiVersion', '/kind', ...SYSTEM_WRITTEN] });
    if (look.uid !== before.uid || first !== undefined) {
      const [expected, actual] = first === undefined ? [before.uid, look.uid] : [first.expected, first.actual];
      return violated(exchange, `${key.name} as it was: ${first?.path ?? 'uid'} ${show(expected)}`, `${show(actual)} in ${nameOf(look)}`, `${shape}: ${first?.path ?? 'uid'} is changed all the same`);
    }
  }
  return undefined;
}

function appeared(world: World, { exchange, key, shape }: ToRefuse, later: readonly Sighting[]): Finding | undefined {
  const [look] = later;
  if (look === undefined || !world.surelyGone(key, exchange.began)) return undefined;
  return violated(exchange, `no ${key.name}, for its creation was refused`, `it is there in ${nameOf(look)}`, `${shape}: made all the same`);
}

/**
 * Whether a look shows what came of an exchange or later: reads that began after it; and events since it began with a version that
 * was not seen before, for the event of an earlier write may come late.
 */
function isNews(world: World, look: Sighting, { began, ended }: ResourceCalled): boolean {
  if (look.event === undefined) return look.began > ended;
  return look.ended > began && !world.sightingsOf(look.key).some((other) => other.ended < began && other.version === look.version);
}

function nameOf({ exchange }: Sighting): string {
  return `${exchange.request.method} ${exchange.request.path}`;
}

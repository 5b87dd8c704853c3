import { type Operation, operationFor } from '../../../spec/surface/operations.ts';
import { type Resource, resourceById, RESOURCES } from '../../../spec/surface/resources.ts';
import { firstLapse } from '../../oracle/exchanges/lapse.ts';
import { exercise } from '../../rules/exercise.ts';
import { DOOR } from '../../target/preflight/questions.ts';
import type { HangScope } from './conditions.ts';
import type { LapsedCase, VitalIo } from './examined-case.ts';

/**
 * The part of the server that hangs: the server, a kind, an operation, or only the case (`case`), which got no
 * response again. `undefined`: with the full patience everything gets a response.
 */
export type Hang = HangScope | 'case' | undefined;

/**
 * Finds out how much hangs besides an unanswered request. It asks at the same time, with the full patience: the case
 * again, its operation by a plain case, a list of its kind, and unrelated resources.
 */
export async function extentOf({ operation, rule, program }: LapsedCase, io: VitalIo): Promise<Hang> {
  const [server, kind, plain, again] = await Promise.all([
    Promise.all(strangersTo(operation, io).map((path) => isDeaf(path, io))).then((deaf) => deaf.every(Boolean)),
    isKindDeaf(operation, io),
    hangs(operation, io),
    io.resend(rule, program).then(({ history }) => firstLapse(history) !== undefined),
  ]);
  if (server) return 'server';
  if (kind) return 'kind';
  if (plain) return 'operation';
  return again ? 'case' : undefined;
}

/** Whether a plain call of an operation gets no response. Watches have no plain call; their own cases show it. */
export async function hangs(operation: Operation, io: VitalIo): Promise<boolean> {
  if (operation.verb.startsWith('watch')) return false;
  const { history } = await io.resend({ id: 'world/keeps-answering' }, exercise(operation));
  return firstLapse(history)?.exchange.call?.operation.id === operation.id;
}

/** Whether lists of the operation's kind get no response, in a namespace of the run. */
export async function isKindDeaf({ resource }: Operation, io: VitalIo): Promise<boolean> {
  return resource !== undefined && isDeaf(listPath(resourceById(resource), io), io);
}

/** A run may be bound to a namespace, so it lists nothing beyond its own. */
function listPath({ prefix, plural, namespaced }: Resource, { namespace }: VitalIo): string {
  return namespaced ? `${prefix}/namespaces/${namespace}/${plural}` : `${prefix}/${plural}`;
}

async function isDeaf(path: string, io: VitalIo): Promise<boolean> {
  return (await io.ask(path)) !== undefined;
}

/** Resources that a lock on the operation's kind should not block: lists of two other kinds, or discovery. */
function strangersTo({ resource }: Operation, io: VitalIo): string[] {
  const kind = resource === undefined ? undefined : resourceById(resource).kind;
  const others = RESOURCES.filter((each) => each.kind !== kind && operationFor(each.id, 'list') !== undefined);
  return [DOOR.path, ...others.slice(0, 2).map((each) => listPath(each, io))];
}

import type { Answers } from '../../../spec/dialects/index.ts';
import { createObject } from '../../objects/create-object.ts';
import { decodeObject } from '../../objects/decode-object.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { items, members } from '../../resources/json-members.ts';
import { strategyOf } from '../../objects/world.ts';
import type { Answer } from '../answer.ts';
import { entryAnswer } from '../answer.ts';
import type { Call } from '../call.ts';
import { decodeBody } from '../body/request-body.ts';

export async function create(call: Call): Promise<Answer> {
  const { world, resource, namespace } = call;
  const sent = await decodeBody(await call.body(), call.contentType, resource.schema, world.answers);
  const body = decodeObject(resource, isTakenFor(sent, call) ? { ...sent, kind: resource.kind } : sent, world.answers);
  const entry = await createObject(world, resource, namespace, body);
  return entryAnswer(statusOf(entry, world.answers['create.status']), entry, resource);
}

const BARE: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);

/** Servers of some dialects take some kinds for that of the path. */
function isTakenFor(sent: unknown, { world, resource }: Call): sent is object {
  if (world.answers['resources.foreign-kind'] !== 'by-kind') return false;
  const kind = members(sent)['kind'];
  return (
    strategyOf(world, resource).byKind?.takesFor?.some((other) => other === kind) === true &&
    Object.keys(members(sent)).every((member) => BARE.has(member))
  );
}

/** Servers of some dialects say of what others have yet to initialize that it is only accepted. */
function statusOf({ value }: ObjectEntry, created: Answers['create.status']): number {
  if (created === '200') return 200;
  return items(members(value.object.metadata['initializers'])['pending']).length === 0 ? 201 : 202;
}

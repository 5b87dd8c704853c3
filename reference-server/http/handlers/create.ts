import { createObject } from '../../objects/create-object.ts';
import { decodeObject } from '../../objects/decode-object.ts';
import type { Answer } from '../answer.ts';
import { entryAnswer } from '../answer.ts';
import type { Call } from '../call.ts';
import { decodeBody } from '../request-body.ts';

export async function create(call: Call): Promise<Answer> {
  const { world, resource, namespace } = call;
  const body = decodeObject(resource, await decodeBody(await call.body(), call.contentType, resource.schema), world.answers);
  const entry = await createObject(world, resource, namespace, body);
  return entryAnswer(Number(world.answers['create.status']), entry, resource);
}

import { decodeObject } from '../../objects/decode-object.ts';
import type { Aspect } from '../../objects/update-object.ts';
import { updateObject } from '../../objects/update-object.ts';
import { entryAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';
import { addressOf } from '../call.ts';
import { decodeBody } from '../request-body.ts';

/** A write of the whole object, or of the part of it that the path is for (document, Rules 1 and 2). */
export function replaceOf(aspect: Aspect): Handler {
  return async (call) => {
    const { world, resource } = call;
    const body = decodeObject(resource, decodeBody(await call.body(), call.contentType));
    const entry = await updateObject(world, { address: addressOf(call), aspect, wanted: () => body, versionIsCondition: true });
    return entryAnswer(200, entry, resource);
  };
}

import type { Answers } from '../../../spec/dialects/index.ts';
import type { Answer } from '../answer.ts';
import { valueAnswer } from '../answer.ts';
import { wrongMethod } from './wrong-method.ts';

/** What a path answers that is not of a resource. */
export interface FixedAnswer {
  readonly answer: Answer;
  /** Whether it is an object of the API, which every codec can write. */
  readonly typed: boolean;
}

/** What stands at a path of discovery, which answers GET alone, but for the groups in some dialects; `undefined` for every other. Throws `ApiError` 405. */
export function fixedAnswer(
  method: string,
  path: string,
  documents: ReadonlyMap<string, object>,
  answers: Answers,
): FixedAnswer | undefined {
  const trimmed = path.length > 2 && path.endsWith('/') ? path.slice(0, -1) : path;
  const document = documents.get(trimmed);
  if (document === undefined) return undefined;
  const takesAny = trimmed === '/apis' && answers['discovery.methods'] === 'any-of-groups';
  if (method !== 'GET' && !takesAny) throw wrongMethod(method, ['GET']);
  return { answer: valueAnswer(200, document), typed: 'kind' in document };
}

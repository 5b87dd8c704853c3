import { nothingAt, sendUnserved } from '../routing/unserved-path.ts';
import type { ExchangeHandler } from '../serving.ts';

/** The last handler: throws `ApiError` 404, unless the dialect has another response for paths without a resource. */
export const unserved: ExchangeHandler = ({ response, target: { path } }, { choices, documents }) => {
  if (choices['errors.body'] === 'status' && sendUnserved(response, path, documents)) return true;
  throw nothingAt(path);
};

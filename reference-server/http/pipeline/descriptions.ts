import { sendDescription } from '../discovery/openapi.ts';
import type { Handler } from '../serving.ts';

export const descriptions: Handler = ({ response, target: { path } }, serving) =>
  !path.startsWith('/api') && sendDescription(serving.descriptions, path, response);

import { sendDescription } from '../discovery/openapi.ts';
import type { ExchangeHandler } from '../serving.ts';

export const descriptions: ExchangeHandler = ({ response, target: { path } }, serving) =>
  !path.startsWith('/api') && sendDescription(serving.descriptions, path, response);

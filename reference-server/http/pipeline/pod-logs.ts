import { isEmptyLog } from '../handlers/pod-streams.ts';
import type { ExchangeHandler } from '../serving.ts';

/** The log of a pod that runs on no node is empty, in dialects whose nodes serve the streams of containers. */
export const podLogs: ExchangeHandler = async (
  { request, response, target: { path, query } },
  { choices, options },
) => {
  if (choices['pod.streams'] !== 'of-nodes') return false;
  const isEmpty = await isEmptyLog({ method: request.method ?? '', path, query, context: options.context });
  if (isEmpty) response.writeHead(204).end();
  return isEmpty;
};

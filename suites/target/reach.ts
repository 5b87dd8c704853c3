import type { ExchangeRecorder } from './recorder.ts';
import type { Target } from './target.ts';
import { TargetError } from './target-error.ts';

/** What a target is asked first. */
export const DOOR = '/api/v1';

/**
 * Makes sure that something answers HTTP there and lets us in, so that a run does not fail a thousand times for one reason. Throws a
 * `TargetError` where nothing answers, or where the credentials are refused.
 */
export async function assertReachable(target: Target, recorder: ExchangeRecorder): Promise<void> {
  const answer = await target.request({ method: 'GET', target: DOOR, headers: [['Accept', 'application/json']] }, recorder);
  const where = `GET ${target.baseUrl}${DOOR}`;
  if (answer.status === undefined) throw new TargetError('unreachable', `${where} got no answer: ${answer.failure ?? ''}; check the URL, and that the server runs`);
  if (answer.status === 401) throw new TargetError('unreachable', `${where} answered 401; give credentials that the target accepts: --token, --cert and --key, or --kubeconfig`);
}

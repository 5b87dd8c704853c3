import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import type { ReferenceControllers } from '../../engine/run/reference-request.ts';
import { startOwn } from './own-process.ts';

/** Starts a reference server that speaks that dialect; `more` are further flags of it. */
export function startReferenceServer(
  dialect: string,
  controllers: ReferenceControllers = 'cleanup',
  ...more: readonly string[]
): Promise<ListeningProcess> {
  return startOwn('the reference server', '--dialect', dialect, '--controllers', controllers, ...more);
}

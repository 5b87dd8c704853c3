import type { Clause } from './clause.ts';
import { FLAT, NODE, NOT_SHOWN, clauses } from './rows.ts';

export const STATES: readonly Clause[] = clauses('States and transitions', [
  ['states.fields', 'A pod has status.phase, and its containers have state and lastState.', 'must', FLAT],
  ['states.restart-policy', 'restartPolicy, one of Always, OnFailure and Never, governs restarts.', 'must', NODE],
  ['states.readiness', 'A container whose readiness probe fails leaves service endpoints.', 'must', NODE],
  ['states.liveness', 'A container whose liveness probe fails is restarted.', 'must', NODE],
  [
    'states.progress-deadline',
    'A Deployment that makes no progress for progressDeadlineSeconds gets a condition with reason ProgressDeadlineExceeded.',
    'must',
    'stated flatly, but acted on by a control loop over time',
  ],
  ['states.unshown', 'How phases and container states are called, and how they follow each other, is left open.', 'silent', NOT_SHOWN],
]);

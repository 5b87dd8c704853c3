import type { Clause } from './clause.ts';
import { CONTROLLER, FLAT, NOT_SHOWN, NO_IMAGE, clauses } from './rows.ts';

const RESTARTS = `It needs a container that runs and ends: ${NO_IMAGE}.`;

export const STATES: readonly Clause[] = clauses('States and transitions', [
  ['states.fields', 'A pod has status.phase, and its containers have state and lastState.'],
  [
    'states.restart-policy',
    'restartPolicy, one of Always, OnFailure and Never, governs restarts.',
    'must',
    FLAT,
    RESTARTS,
  ],
  [
    'states.readiness',
    'A container whose readiness probe fails is removed from service endpoints.',
    'must',
    FLAT,
    'It needs a container that was ready, and endpoints, a kind that the document does not have.',
  ],
  ['states.liveness', 'A container whose liveness probe fails is restarted.', 'must', FLAT, RESTARTS],
  [
    'states.progress-deadline',
    'A Deployment that makes no progress for progressDeadlineSeconds gets a condition with reason ProgressDeadlineExceeded.',
    'must',
    CONTROLLER,
  ],
  [
    'states.unshown',
    'The document does not show the names of phases and container states, nor the moves between states.',
    'silent',
    NOT_SHOWN,
  ],
]);

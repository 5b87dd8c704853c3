import type { Clause } from './clause.ts';
import { NODE, NO_IMAGE, fieldClauses, unseen } from './rows.ts';

export const CONTAINER_STATUS: readonly Clause[] = fieldClauses('ContainerStatus (core v1)', 'container-status', [
  { field: 'containerID', type: 'a string', says: [['It is the runtime, then ://, then an id.', 'must', NODE]] },
  { field: 'image', type: 'a string', says: [['It is the image that the container runs.', 'must', NODE]] },
  {
    field: 'imageID',
    type: 'a string',
    says: [
      unseen(
        'It identifies that image.',
        `It is known only to the runtime of the node, once it has the image: ${NO_IMAGE}.`,
      ),
    ],
  },
  {
    field: 'lastState',
    type: 'a ContainerState',
    says: [
      unseen(
        'It describes the last termination of the container.',
        `It needs a container that has run and ended: ${NO_IMAGE}.`,
      ),
    ],
  },
  { field: 'name', type: 'a string', says: [['It is a DNS_LABEL.'], ['It is unique in the pod.']] },
  {
    field: 'ready',
    type: 'a boolean',
    says: [
      unseen(
        'It is true if the container passed its readiness probe.',
        'Only the node of the container knows whether it passed a probe.',
      ),
    ],
  },
  {
    field: 'restartCount',
    type: 'an integer',
    says: [
      unseen('It counts the dead containers that still exist.', 'Dead containers are on nodes, and not in the API.'),
      ['It is at most 5.', 'must', NODE],
    ],
  },
  { field: 'state', type: 'a ContainerState', says: [['It is the current condition of the container.', 'must', NODE]] },
]);

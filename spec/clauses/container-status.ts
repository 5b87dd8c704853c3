import type { Clause } from './clause.ts';
import { NODE, fieldClauses } from './rows.ts';

export const CONTAINER_STATUS: readonly Clause[] = fieldClauses('ContainerStatus (core v1)', 'container-status', [
  { field: 'containerID', type: 'a string', says: [['It is the runtime, then ://, then an id.', 'must', NODE]] },
  { field: 'image', type: 'a string', says: [['It is the image that the container runs.', 'must', NODE]] },
  { field: 'imageID', type: 'a string', says: [['It identifies that image.', 'must', NODE]] },
  { field: 'lastState', type: 'a ContainerState', says: [['It is how the container last terminated.', 'must', NODE]] },
  { field: 'name', type: 'a string', says: [['It is a DNS_LABEL.'], ['It is unique in the pod.']] },
  { field: 'ready', type: 'a boolean', says: [['It says that the readiness probe was passed.', 'must', NODE]] },
  {
    field: 'restartCount',
    type: 'an integer',
    says: [
      ['It is counted from the dead containers that are still there.', 'must', NODE],
      ['It goes no further than 5.', 'must', 'stated flatly; an effect of collection on the node, not a check of the API'],
    ],
  },
  { field: 'state', type: 'a ContainerState', says: [['It is the condition of the container now.', 'must', NODE]] },
]);

import type { NamedDialect } from './index.ts';

export const KUBERNETES_1_7: NamedDialect = {
  name: 'kubernetes-1.7',
  summary: 'What the real system of that era answers.',
  answers: {
    'create.status': '201',
    'patch.stale-version': 'refused',
    'delete.answer': 'status-or-object',
    'delete-collection.answer': 'status-or-list',
    'deployment.extensions-defaults': 'legacy',
    'pod.image': 'mutable',
    'container.tty': 'accepted',
  },
};

import type { NamedDialect } from './index.ts';

export const SPEC: NamedDialect = {
  name: 'spec',
  summary: 'The document to the letter.',
  answers: {
    'create.status': '200',
    'patch.stale-version': 'applied',
    'delete.answer': 'status',
    'delete-collection.answer': 'status',
    'deployment.extensions-defaults': 'documented',
    'pod.image': 'immutable',
    'container.tty': 'refused',
  },
};

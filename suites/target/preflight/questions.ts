/** A path that the preflight reads. */
export interface Question {
  readonly path: string;
  /** Member of the JSON body that a Cluster Resource API keeps there, a list; absent for the path that no API has. */
  readonly holds?: 'resources' | 'items';
}

/** The first question; a target that answers it as the document says gets no other. */
export const DOOR: Question = { path: '/api/v1', holds: 'resources' };

/** The other questions. A run that may use one namespace only asks nothing outside of it. */
export function furtherQuestions(namespace: string | undefined): readonly Question[] {
  const list = namespace === undefined ? '/api/v1/namespaces' : `/api/v1/namespaces/${namespace}/configmaps`;
  return [
    { path: '/apis/apps/v1beta1', holds: 'resources' },
    { path: list, holds: 'items' },
    { path: '/apis/plumbline.invalid/v1/none' },
  ];
}

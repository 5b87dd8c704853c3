/** A path that the preflight reads. */
export interface PreflightRequest {
  readonly path: string;
  /** Member of the JSON body in which a Cluster Resource API has a list; absent for the path that no API has. */
  readonly holds?: 'resources' | 'items';
}

/** The first question. If the response is as the document says, it is the only one. */
export const DOOR: PreflightRequest = { path: '/api/v1', holds: 'resources' };

/** The other questions. If the run may use only one namespace, none is about anything outside of it. */
export function furtherQuestions(namespace: string | undefined): readonly PreflightRequest[] {
  const list = namespace === undefined ? '/api/v1/namespaces' : `/api/v1/namespaces/${namespace}/configmaps`;
  return [
    { path: '/apis/apps/v1beta1', holds: 'resources' },
    { path: list, holds: 'items' },
    { path: '/apis/plumbline.invalid/v1/none' },
  ];
}

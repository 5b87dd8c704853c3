import type { CallHandler } from '../call.ts';
import type { RouteVerb } from '../routing/routes.ts';
import { create } from './create.ts';
import { deleteCollection, deleteOne } from './delete.ts';
import { get, getStatus } from './get.ts';
import { list } from './list.ts';
import { patchOf } from './patch.ts';
import { bind, evict, rollback } from './pod-actions.ts';
import { replaceOf } from './replace.ts';
import { getScale, patchScale, replaceScale } from './scale.ts';

/** The handler of each verb; watches are streams and are served separately. */
export type ObjectVerb = Exclude<RouteVerb, 'watch' | 'watchList' | 'watchAll'>;

export const HANDLERS: Readonly<Record<ObjectVerb, CallHandler>> = {
  create,
  get,
  list,
  listAll: list,
  replace: replaceOf('object'),
  patch: patchOf('object'),
  delete: deleteOne,
  deleteCollection,
  getStatus,
  replaceStatus: replaceOf('status'),
  patchStatus: patchOf('status'),
  finalize: replaceOf('finalize'),
  getScale,
  replaceScale,
  patchScale,
  bind,
  createBinding: bind,
  evict,
  rollback,
};

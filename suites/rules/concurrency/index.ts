import type { Rule } from '../rule.ts';
import { rule as answersFitOneOrder } from './answers-fit-one-order.rule.ts';
import { rule as collectionDeleteBesideCreates } from './collection-delete-beside-creates.rule.ts';
import { rule as everyAcknowledgedAdditionCounts } from './every-acknowledged-addition-counts.rule.ts';
import { rule as nameBelongsToOneObjectAtATime } from './name-belongs-to-one-object-at-a-time.rule.ts';
import { rule as oneOfSeveralCreatesWins } from './one-of-several-creates-wins.rule.ts';
import { rule as parallelCreatesMakeObjectsOfTheirOwn } from './parallel-creates-make-objects-of-their-own.rule.ts';
import { rule as patchesOfListsLoseNothing } from './patches-of-lists-lose-nothing.rule.ts';
import { rule as putDoesNotUndoAParallelPatch } from './put-does-not-undo-a-parallel-patch.rule.ts';
import { rule as readsShowWholeStates } from './reads-show-whole-states.rule.ts';
import { rule as statusWritesDoNotUndoOtherWrites } from './status-writes-do-not-undo-other-writes.rule.ts';
import { rule as writersOfDifferentObjectsDoNotMeet } from './writers-of-different-objects-do-not-meet.rule.ts';

export const CONCURRENCY_RULES: readonly Rule[] = [
  answersFitOneOrder,
  collectionDeleteBesideCreates,
  everyAcknowledgedAdditionCounts,
  nameBelongsToOneObjectAtATime,
  oneOfSeveralCreatesWins,
  parallelCreatesMakeObjectsOfTheirOwn,
  patchesOfListsLoseNothing,
  putDoesNotUndoAParallelPatch,
  readsShowWholeStates,
  statusWritesDoNotUndoOtherWrites,
  writersOfDifferentObjectsDoNotMeet,
];
